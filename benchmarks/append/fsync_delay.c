/* Makes each fsync and fdatasync take a millisecond longer; preloaded into a server, so that a lock which is
 * held while the disk is waited for shows on a fast disk too. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <time.h>

static void delay(void) {
    struct timespec left = {0, 1000000};
    /* Signals cut a sleep short, and a server sends itself many. */
    while (nanosleep(&left, &left) == -1 && errno == EINTR) {
    }
}

static int (*next(const char *name))(int) {
    int (*found)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    if (found == NULL) {
        abort();
    }
    return found;
}

int fsync(int file) {
    delay();
    return next("fsync")(file);
}

int fdatasync(int file) {
    delay();
    return next("fdatasync")(file);
}
