@echo off
rem Starts Burraco Club on Windows: finds a Python, opens the browser, and keeps the window readable if it fails.
rem tests/deploy/batch.py reads these branches: one command a line.
setlocal
chcp 65001 >nul
title Burraco Club
cd /d "%~dp0"
set "OLD="
set "STUB="

rem The launcher that python.org installs knows every Python, on the path or not.
set "PYTHON=py -3"
call :try
if defined FOUND goto start
set "PYTHON=python"
call :try
if defined FOUND goto start
set "PYTHON=python3"
call :try
if defined FOUND goto start
goto none

:try
set "FOUND="
%PYTHON% -c "import sys; sys.exit(3 if sys.version_info < (3, 11) else 0)" >nul 2>nul
if %ERRORLEVEL% equ 0 set "FOUND=1"
if %ERRORLEVEL% equ 3 set "OLD=1"
rem What the Store puts in Python's place ends like this, as a missing command does; where.exe tells them apart.
if %ERRORLEVEL% neq 9009 exit /b 0
where %PYTHON% 2>nul | find "WindowsApps" >nul
if %ERRORLEVEL% equ 0 set "STUB=1"
exit /b 0

:start
%PYTHON% club.py --open %*
if %ERRORLEVEL% equ 0 exit /b 0
rem Ctrl-C is how one ends it.
if %ERRORLEVEL% equ 130 exit /b 0
call :language
goto close

:none
call :language
if defined OLD goto old
if defined STUB goto stub
goto missing

:language
set "SPOKEN=it"
for /f "tokens=3" %%L in ('reg query "HKCU\Control Panel\International" /v LocaleName') do set "SPOKEN=%%L"
set "SPOKEN=%SPOKEN:~0,2%"
if "%SPOKEN%"=="en" exit /b 0
if "%SPOKEN%"=="es" exit /b 0
if "%SPOKEN%"=="pt" exit /b 0
set "SPOKEN=it"
exit /b 0

:missing
if "%SPOKEN%"=="it" echo Su questo computer non c'è Python, e Burraco Club ha bisogno di 3.11 o più recente.
if "%SPOKEN%"=="en" echo There is no Python on this computer, and Burraco Club needs 3.11 or newer.
if "%SPOKEN%"=="es" echo En esta computadora no hay Python, y Burraco Club necesita 3.11 o más reciente.
if "%SPOKEN%"=="pt" echo Não há Python neste computador, e o Burraco Club precisa do 3.11 ou mais recente.
goto get

:stub
if "%SPOKEN%"=="it" echo Quello che su questo computer si chiama Python è solo un rimando al negozio di Windows, e Burraco Club ha bisogno di 3.11 o più recente.
if "%SPOKEN%"=="en" echo What is called Python on this computer is only a pointer to the Microsoft Store, and Burraco Club needs 3.11 or newer.
if "%SPOKEN%"=="es" echo Lo que en esta computadora se llama Python es solo un enlace a la tienda de Microsoft, y Burraco Club necesita 3.11 o más reciente.
if "%SPOKEN%"=="pt" echo O que se chama Python neste computador é só um atalho para a loja da Microsoft, e o Burraco Club precisa do 3.11 ou mais recente.
goto get

:old
if "%SPOKEN%"=="it" echo Il Python di questo computer è troppo vecchio: Burraco Club ha bisogno di 3.11 o più recente.
if "%SPOKEN%"=="en" echo The Python on this computer is too old: Burraco Club needs 3.11 or newer.
if "%SPOKEN%"=="es" echo El Python de esta computadora es demasiado viejo: Burraco Club necesita 3.11 o más reciente.
if "%SPOKEN%"=="pt" echo O Python deste computador é antigo demais: o Burraco Club precisa do 3.11 ou mais recente.
goto get

:get
if "%SPOKEN%"=="it" echo Scaricarlo da python.org/downloads, mettere il segno a “Add python.exe to PATH”, installarlo, e fare di nuovo doppio clic qui.
if "%SPOKEN%"=="en" echo Get it from python.org/downloads, tick “Add python.exe to PATH”, install it, and double-click here again.
if "%SPOKEN%"=="es" echo Descargarlo de python.org/downloads, marcar “Add python.exe to PATH”, instalarlo y hacer doble clic acá de nuevo.
if "%SPOKEN%"=="pt" echo Baixe em python.org/downloads, marque “Add python.exe to PATH”, instale e clique aqui duas vezes de novo.
goto close

:close
if "%SPOKEN%"=="it" echo Premere un tasto per chiudere questa finestra.
if "%SPOKEN%"=="en" echo Press a key to close this window.
if "%SPOKEN%"=="es" echo Presionar una tecla para cerrar esta ventana.
if "%SPOKEN%"=="pt" echo Pressione uma tecla para fechar esta janela.
pause >nul
exit /b 1
