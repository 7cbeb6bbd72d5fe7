"""How long 2,000 messages take to leave, and what phones notice of it.

Run from the repository: ``python -m benchmarks.mail``. An organiser writes to 2,000 members of a
site on SQLite, and the site hands the mail to a mail server on this machine that accepts all of
it at once. Meanwhile sixteen phones report, each as soon as its last report counts: the ratio is
of the 99th percentile until a report counts, beside the mail and alone.
"""

import os
import socketserver
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from benchmarks.hall import hall, percentile
from benchmarks.hall.phones import Phone, phones, play_anew

MESSAGES = 2_000
ALLOWED = 300  # seconds
LAPS = 7  # all together no more than the site takes from one network in a minute
A_LAP = 4
ORGANISER = "organiser@millrace.example"


class MailSink(socketserver.ThreadingTCPServer):
    """A mail server that accepts everything and keeps only the times."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), SmtpSession)
        self.accepted: list[float] = []
        self.has_begun, self.is_full = threading.Event(), threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()


class SmtpSession(socketserver.StreamRequestHandler):
    server: MailSink

    def handle(self) -> None:
        self.reply("220 sink")
        while line := self.rfile.readline():
            command = line[:4].upper()
            if command == b"DATA":
                self.reply("354 go on")
                while self.rfile.readline().rstrip(b"\r\n") != b".":
                    pass
                self.server.accepted.append(time.perf_counter())
                self.server.has_begun.set()
                if len(self.server.accepted) == MESSAGES:
                    self.server.is_full.set()
            self.reply("221 bye" if command == b"QUIT" else "250 ok")

    def reply(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


def write_to_members() -> None:
    """Give 2,000 members an address, and write to all of them."""
    from leagues.access.roles import Who
    from leagues.actions.notices import NoticeDraft, send_notice
    from leagues.models import Club, Player, User
    from leagues.models.people import this_site
    from leagues.reads.messages.audiences import Audience

    club = Club.objects.get(is_home=True)
    Club.objects.update(sends_from=this_site())
    Player.objects.update(is_guest=True, user=None)
    Player.objects.bulk_create(
        Player(club=club, name=f"Member {number}", email=f"m{number}@example.org")
        for number in range(MESSAGES)
    )
    draft = NoticeDraft(Audience("all"), "Bring a board", "We need ten more boards.\n" * 8)
    by = Who(user=User.objects.get(email=ORGANISER))
    began = time.process_time()
    send_notice(by=by, draft=draft, confirmed=MESSAGES)
    print(f"queued in {time.process_time() - began:.1f} s of processor time", flush=True)


def report(hands: list[Phone]) -> float:
    """The 99th percentile, in milliseconds, until a report of the sixteen counts."""
    counted: list[float] = []
    with ThreadPoolExecutor(len(hands)) as pool:
        for _ in range(LAPS):
            play_anew(hands)
            counted += [
                at
                for times in pool.map(lambda each: [each.report()[1] for _ in range(A_LAP)], hands)
                for at in times
            ]
    return percentile(counted, 0.99)


def main() -> None:
    sink = MailSink()
    mail = {"EMAIL_URL": f"smtp://127.0.0.1:{sink.server_address[1]}"}
    mail["BASE_URL"] = "http://localhost"
    os.environ.update(mail)
    with hall("sqlite", **mail) as site:
        hands = phones(site.url)
        for each in hands:
            each.report()
        alone = report(hands)
        load = os.getloadavg()[0]
        write_to_members()
        sink.has_begun.wait()
        beside = report(hands)
        left = len(sink.accepted)
        assert sink.is_full.wait(ALLOWED * 4), f"{len(sink.accepted)} messages left"
    took = sink.accepted[-1] - sink.accepted[0]
    print(f"{MESSAGES} messages left in {took:.0f} s, {ALLOWED} allowed; load {load:.0f}")
    print(
        f"sixteen phones, p99 counted: {alone:.0f} ms alone, {beside:.0f} beside"
        f" ({left} messages), ratio {beside / alone:.2f}"
    )


if __name__ == "__main__":
    main()
