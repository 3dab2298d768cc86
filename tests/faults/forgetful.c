/* A disk that forgets: what it is given to keep is only what was synced. Loaded into a program by LD_PRELOAD.

   Below FORGETFUL_KEPT, `i/INODE` is a file as it was when it was last synced, and `names` what the folder FORGETFUL_DATA
   held, as lines of inode and name, when the folder was. Both together are what a power cut leaves behind at worst. */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static void put(const char *name, const char *from, size_t length, int append) {
    int file = open(name, O_WRONLY | O_CREAT | (append ? O_APPEND : O_TRUNC), 0600);
    if (file < 0 || write(file, from, length) != (ssize_t)length) abort();
    close(file);
}

static void keep_file(int descriptor, ino_t inode, const char *kept) {
    char path[64], name[4096], unfinished[4096], part[65536];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    snprintf(name, sizeof name, "%s/i/%lu", kept, (unsigned long)inode);
    snprintf(unfinished, sizeof unfinished, "%s.%d", name, (int)getpid());
    int source = open(path, O_RDONLY);
    put(unfinished, "", 0, 0);
    for (ssize_t got; source >= 0 && (got = read(source, part, sizeof part)) > 0;) put(unfinished, part, got, 1);
    if (source >= 0) close(source);
    rename(unfinished, name);
}

static void keep_names(const char *data, const char *kept) {
    char name[4096], unfinished[4096], line[512];
    snprintf(name, sizeof name, "%s/names", kept);
    snprintf(unfinished, sizeof unfinished, "%s.%d", name, (int)getpid());
    put(unfinished, "", 0, 0);
    DIR *folder = opendir(data);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        int length = snprintf(line, sizeof line, "%lu %s\n", (unsigned long)entry->d_ino, entry->d_name);
        put(unfinished, line, length, 1);
    }
    if (folder) closedir(folder);
    rename(unfinished, name);
}

static int synced(const char *name, int descriptor) {
    const char *data = getenv("FORGETFUL_DATA"), *kept = getenv("FORGETFUL_KEPT");
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    int answer = real(descriptor);
    struct stat what, folder;
    if (answer || !data || !kept || fstat(descriptor, &what) || stat(data, &folder)) return answer;
    pthread_mutex_lock(&turn);
    if (what.st_dev == folder.st_dev && what.st_ino == folder.st_ino) keep_names(data, kept);
    else if (S_ISREG(what.st_mode)) keep_file(descriptor, what.st_ino, kept);
    pthread_mutex_unlock(&turn);
    return answer;
}

int fsync(int descriptor) { return synced("fsync", descriptor); }
int fdatasync(int descriptor) { return synced("fdatasync", descriptor); }
