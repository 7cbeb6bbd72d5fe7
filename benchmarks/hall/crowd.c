/* A crowd of browsers: N keep-alive connections to one address, from one thread.
 *
 *   crowd HOST PORT PATH N watch        each holds its stream open; says when what arrived
 *   crowd HOST PORT PATH N packed       the same, packed as browsers ask for it
 *   crowd HOST PORT PATH N poll MS      each asks again every MS milliseconds
 *
 * Says "ready" when everybody has been answered once, stops when its input closes, and
 * then writes a line each: "<monotonic ns> <connection> <bytes>" for what arrived (watch),
 * "<ns from the scheduled moment to the whole answer> <status>" for what was asked (poll).
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define ROOM (1 << 20)
#define AHEAD 1000 /* connections without an answer: fewer than a busy server's backlog */

struct line { long long at, value; int who; };
struct visitor { int socket, answered, status; long left; long long due; };

static struct line *lines;
static long written, room;
static char request[2048], data[ROOM];

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void note(long long at, int who, long long value) {
    if (written == room) lines = realloc(lines, (room = room ? room * 2 : 1 << 16) * sizeof *lines);
    lines[written++] = (struct line){at, value, who};
}

static int visit(const char *host, int port) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    inet_pton(AF_INET, host, &to.sin_addr);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(s, (struct sockaddr *)&to, sizeof to)) { perror("connect"); exit(1); }
    fcntl(s, F_SETFL, O_NONBLOCK);
    return s;
}

static void ask(struct visitor *v) {
    if (write(v->socket, request, strlen(request)) < 0) { perror("write"); exit(1); }
    v->left = -1;
}

/* How many bytes of an answer are still to come after its first part. */
static long missing(struct visitor *v, long got) {
    char *end = memmem(data, got, "\r\n\r\n", 4), *length = strcasestr(data, "content-length:");
    sscanf(data, "HTTP/1.1 %d", &v->status);
    if (!end) return 1;
    long whole = length && length < end ? atol(length + 15) : 0;
    return whole - (got - (end + 4 - data));
}

int main(int argc, char **argv) {
    const char *host = argv[1], *path = argv[3], *how = argv[5];
    int port = atoi(argv[2]), n = atoi(argv[4]), watches = strcmp(how, "poll");
    long long pause = argc > 6 ? atoll(argv[6]) * 1000000 : 0;
    struct rlimit files = {n + 64, n + 64};
    setrlimit(RLIMIT_NOFILE, &files);
    snprintf(request, sizeof request,
             "GET %s HTTP/1.1\r\nHost: localhost:%d\r\nAccept-Encoding: %s\r\n\r\n",
             path, port, strcmp(how, "watch") ? "gzip" : "identity");

    struct visitor *crowd = calloc(n, sizeof *crowd);
    struct epoll_event event, events[512];
    int epoll = epoll_create1(0), ready = 0;
    event.events = EPOLLIN;
    event.data.u32 = n; /* our own input: it closes when the crowd goes home */
    epoll_ctl(epoll, EPOLL_CTL_ADD, 0, &event);

    long long begun = 0;
    int next = 0, opened = 0;
    for (int open = 1; open;) {
        for (int end = opened + 64; opened < n && opened < end && opened < ready + AHEAD; opened++) {
            crowd[opened].socket = visit(host, port);
            event.data.u32 = opened;
            epoll_ctl(epoll, EPOLL_CTL_ADD, crowd[opened].socket, &event);
            crowd[opened].due = now();
            ask(&crowd[opened]);
        }
        int found = epoll_wait(epoll, events, 512, opened < n ? 4 : watches ? -1 : 1);
        for (int e = 0; e < found; e++) {
            if (events[e].data.u32 == (unsigned)n) { open = read(0, data, 64) > 0; continue; }
            struct visitor *v = &crowd[events[e].data.u32];
            long got = read(v->socket, data, ROOM - 1);
            if (got <= 0) {
                if (got < 0 && errno == EAGAIN) continue;
                fprintf(stderr, "lost a connection\n");
                if (!begun) exit(1);
                epoll_ctl(epoll, EPOLL_CTL_DEL, v->socket, 0);
                continue;
            }
            data[got] = 0;
            if (watches) {
                /* a beat is shorter than any news, packed or not */
                if (got > 60 || memmem(data, got, "id:", 3)) note(now(), events[e].data.u32, got);
                if (!v->answered && strstr(data, "HTTP/1.1 200")) v->answered = 1, ready++;
            } else {
                v->left = v->left < 0 ? missing(v, got) : v->left - got;
                if (v->left > 0) continue;
                v->left = 0;
                if (!v->answered) v->answered = 1, ready++;
                else note(now() - v->due, v->status, 0);
            }
            if (ready == n && !begun) {
                begun = now();
                for (int i = 0; i < n; i++) crowd[i].due = begun + pause * i / n - pause;
                puts("ready");
                fflush(stdout);
            }
        }
        /* in the order they came, each at its own moment */
        while (!watches && begun && now() >= crowd[next].due + pause) {
            struct visitor *v = &crowd[next];
            if (v->left) break; /* whoever waits is late, and so are all behind */
            v->due += pause;
            ask(v);
            next = (next + 1) % n;
        }
    }
    for (long i = 0; i < written; i++)
        printf("%lld %d %lld\n", lines[i].at, lines[i].who, lines[i].value);
    return 0;
}
