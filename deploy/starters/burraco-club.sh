#!/bin/sh
# Starts Burraco Club on macOS and Linux: finds a Python, opens the browser, and keeps the window readable if it fails.
# In a release this file lies beside club.py under two names; a double click opens one of them.
cd "$(dirname "$0")" || exit 1

good='import sys; sys.exit(sys.version_info < (3, 11))'

# macOS' own python3 is a door to its developers' tools: without them it opens a window and is no Python.
is_a_door() {
  [ "$(uname)" = Darwin ] && [ "$1" = /usr/bin/python3 ] && ! xcode-select -p >/dev/null 2>&1
}

old=
for name in python3 python3.15 python3.14 python3.13 python3.12 python3.11 python \
  /Library/Frameworks/Python.framework/Versions/Current/bin/python3 /opt/homebrew/bin/python3 /usr/local/bin/python3; do
  python=$(command -v "$name") || continue
  is_a_door "$python" && continue
  if "$python" -c "$good" >/dev/null 2>&1; then
    "$python" club.py --open "$@"
    status=$?
    # Ctrl-C is how one ends it.
    [ $status -eq 0 ] || [ $status -eq 130 ] && exit 0
    break
  fi
  old=$python
  python=
done

case "${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}" in
  en*)
    none="There is no Python on this computer, and Burraco Club needs 3.11 or newer."
    ancient="The Python on this computer is too old: Burraco Club needs 3.11 or newer."
    get="Get it from python.org/downloads, install it, and double-click here again."
    key="Press Enter to close this window."
    ;;
  es*)
    none="En esta computadora no hay Python, y Burraco Club necesita 3.11 o más reciente."
    ancient="El Python de esta computadora es demasiado viejo: Burraco Club necesita 3.11 o más reciente."
    get="Descargarlo de python.org/downloads, instalarlo y hacer doble clic acá de nuevo."
    key="Presionar Enter para cerrar esta ventana."
    ;;
  pt*)
    none="Não há Python neste computador, e o Burraco Club precisa do 3.11 ou mais recente."
    ancient="O Python deste computador é antigo demais: o Burraco Club precisa do 3.11 ou mais recente."
    get="Baixe em python.org/downloads, instale e clique aqui duas vezes de novo."
    key="Pressione Enter para fechar esta janela."
    ;;
  *)
    none="Su questo computer non c'è Python, e Burraco Club ha bisogno di 3.11 o più recente."
    ancient="Il Python di questo computer è troppo vecchio: Burraco Club ha bisogno di 3.11 o più recente."
    get="Scaricarlo da python.org/downloads, installarlo, e fare di nuovo doppio clic qui."
    key="Premere Invio per chiudere questa finestra."
    ;;
esac
if [ -z "$python" ]; then
  if [ -n "$old" ]; then echo "$ancient" >&2; else echo "$none" >&2; fi
  echo "$get" >&2
fi
printf '\n%s ' "$key"
read -r _
exit 1
