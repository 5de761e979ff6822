/* Adds a millisecond to each fsync and fdatasync. Preloaded into a server, it exposes locks that are held while
 * waiting for the disk, even on a fast disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <time.h>

static void delay(void) {
    struct timespec left = {0, 1000000};
    /* Signals interrupt a sleep, and the server's processes send many. */
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
