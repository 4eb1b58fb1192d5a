"""A product that Tenantry can sell, with nothing but Python's standard library: a list of notes for one customer.

It is an example to start from: its notes are in one JSON file, its sessions in memory.
docs/cabinet-protocol.md explains every step.
"""

import base64
import hashlib
import hmac
import html
import json
import os
import re
import secrets
import threading
import time
import urllib.error
import urllib.request
import uuid
from datetime import datetime, timezone
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

CLIENT_ID = os.environ["CABINET_CLIENT_ID"]
SECRET = os.environ["CABINET_SECRET"]
PUBLIC_URL = os.environ["PUBLIC_URL"].rstrip("/")
API_URL = os.environ["PLATFORM_API_URL"].rstrip("/")
DATA_FILE = os.environ.get("DATA_FILE", "./notes.json")
IS_SECURE = os.environ.get("CABINET_URL", "http://localhost").startswith("https:")
COOKIE = "__Host-session" if IS_SECURE else "session"
LOGIN = PUBLIC_URL + "/client/login"
# Who is signed in at the platform comes back from here at once.
ENTER = LOGIN + "?cabinet=" + CLIENT_ID
ORIGIN = "{0.scheme}://{0.netloc}".format(urlsplit(PUBLIC_URL))
SILENT = "The platform does not answer. Reload this page in a moment."

DAY = 86_400
OWN_SECONDS = 30 * DAY
ACTING_SECONDS = 3600


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args):
        return None


opener = urllib.request.build_opener(NoRedirect)


def call(method, path, sent=None):
    """Calls the platform, signed by protocol 2 and 1. Gives status and body; status 0: there was no answer."""
    url = f"{API_URL}/cabinet-api/{path}"
    body = "" if sent is None else json.dumps(sent)
    message_id = f"msg_{uuid.uuid4()}"
    timestamp = int(time.time())
    key = base64.b64decode(SECRET[6:]) if SECRET.startswith("whsec_") else SECRET.encode()

    def mac(content):
        return base64.b64encode(hmac.new(key, content.encode(), hashlib.sha256).digest()).decode()

    two = mac(f"{message_id}.{timestamp}.{method}.{urlsplit(url).path}.{body}")
    one = mac(f"{message_id}.{timestamp}.{body}")
    headers = {
        "content-type": "application/json",
        "webhook-cabinet": CLIENT_ID,
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v2,{two} v1,{one}",
    }
    request = urllib.request.Request(url, body.encode() if body else None, headers, method=method)
    try:
        with opener.open(request, timeout=5) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, None
    except (OSError, ValueError):
        return 0, None


class Cabinet:
    """What the cabinet has: its notes, its sessions by the hash of their token, and what the platform said last."""

    def __init__(self):
        self.lock = threading.RLock()
        self.sessions = {}
        self.entitlements = None
        self.asked_at = -DAY
        self.is_known = True
        self.last_visit = None
        self.report_timer = None
        self.tries = (0, {})
        try:
            with open(DATA_FILE, encoding="utf-8") as file:
                self.notes = json.load(file)["notes"]
        except FileNotFoundError:
            self.notes = []

    def begin(self, ticket):
        token = secrets.token_urlsafe(32)
        seconds = ACTING_SECONDS if ticket["acting_user"] else OWN_SECONDS
        with self.lock:
            self.sessions[hash_of(token)] = {**ticket, "ends": time.time() + seconds}
        return token, seconds

    def find(self, token):
        with self.lock:
            session = self.sessions.get(hash_of(token))
        return session if session and session["ends"] > time.time() else None

    def end(self, token):
        with self.lock:
            self.sessions.pop(hash_of(token), None)

    def ask_entitlements(self):
        """Asks at most every five seconds; a stored answer serves an outage."""
        with self.lock:
            if self.entitlements and time.monotonic() - self.asked_at < 5:
                return
            self.asked_at = time.monotonic()
            status, body = call("GET", "entitlements")
            if status == 200:
                self.entitlements = body["data"]
                self.drop_ended()
            # A cabinet that the platform no longer knows serves nobody.
            if status in (200, 401):
                self.is_known = status == 200

    def drop_ended(self):
        said = self.entitlements
        persons = {one["id"]: one["valid_from"] for one in said.get("persons", [])}

        def is_over(session):
            person = (session.get("person") or {}).get("id")
            acting = (session.get("acting_user") or {}).get("id")
            return (
                session["ends"] <= time.time()
                or is_before(session, said.get("sessions_valid_from"))
                or is_before(session, persons.get(person))
                or acting in said.get("acting_users_ended", [])
                or session["session_id"] in said.get("sessions_ended", [])
            )

        self.sessions = {key: one for key, one in self.sessions.items() if not is_over(one)}

    def add(self, text):
        """Whole or not at all: the file may be copied for a backup at any moment."""
        with self.lock:
            changed = [*self.notes, text]
            with open(DATA_FILE + ".new", "w", encoding="utf-8") as file:
                json.dump({"notes": changed}, file)
            os.replace(DATA_FILE + ".new", DATA_FILE)
            self.notes = changed

    def report_soon(self, after=1, pause=5):
        """Reports usage a second after a change, then once a day; later when the platform does not answer."""
        with self.lock:
            if self.report_timer:
                self.report_timer.cancel()
            self.report_timer = threading.Timer(after, self.report, [pause])
            self.report_timer.daemon = True
            self.report_timer.start()

    def report(self, pause):
        metric = ((self.entitlements or {}).get("metrics") or {}).get("notes_count") or {}
        is_welcome = metric.get("unit") == "count" and metric.get("period") == "now"
        usage = {"last_visit": self.last_visit}
        more = {"metrics": {"notes_count": len(self.notes)}} if is_welcome else {}
        status, _ = call("POST", "usage", {**usage, **more})
        if status == 422:
            status, _ = call("POST", "usage", usage)
        if status == 200:
            self.report_soon(DAY)
        else:
            self.report_soon(pause, min(pause * 2, 3600))

    def may_ask(self, address):
        """At most 60 tickets a minute from one address."""
        with self.lock:
            minute = int(time.time() // 60)
            if self.tries[0] != minute:
                self.tries = (minute, {})
            counts = self.tries[1]
            counts[address] = counts.get(address, 0) + 1
            return counts[address] <= 60


def hash_of(token):
    return hashlib.sha256(token.encode()).hexdigest()


def moment_of(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def is_before(session, moment):
    return moment is not None and moment_of(session["signed_in_at"]) < moment_of(moment)


def end_at_platform(session_id, pause=5):
    """Ends the platform's session too, however often that has to be tried."""
    status, _ = call("POST", "logout", {"session_id": session_id})
    if status != 200:
        timer = threading.Timer(pause, end_at_platform, [session_id, min(pause * 2, 3600)])
        timer.daemon = True
        timer.start()


def page(title, parts=None):
    shown = parts or [f"<p>{html.escape(title)}</p>"]
    body = "\n".join(part for part in shown if part)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f"<body>{body}</body></html>"
    )


def due_text(said):
    """What the balance lacks, and until when; `block_at` is set once the period is over."""
    payment = said.get("payment") or {}
    if not payment.get("missing") or payment["by_card"]:
        return ""
    end = payment["block_at"] or payment["due_at"]
    until = f" by {end[:10]}" if end else ""
    wallet = html.escape(PUBLIC_URL) + "/account/wallet"
    return f'<p>Add {payment["missing"] / 100:.2f} {said["currency"]} to your balance{until}. <a href="{wallet}">Top up</a></p>'


def home(session, is_read_only):
    said = cabinet.entitlements
    branding = said.get("branding") or {}
    picture = branding.get("logo_url") or branding.get("mark_url")
    acting = session["acting_user"]
    support = (said.get("support") or {}).get("email")
    account = html.escape(PUBLIC_URL)

    def text_of(texts):
        return texts.get(session["locale"]) or texts.get("en") or next(iter(texts.values()), "")

    return page(
        said["client"]["name"],
        [
            acting
            and f'<p>{html.escape(acting["name"])} is working here as the client. '
            f'<a href="{account}/admin-panel">Back to the panel</a></p>',
            picture and f'<img src="{html.escape(picture)}" alt="" height="32">',
            f'<p>{html.escape(said["product_name"])}</p>',
            f'<h1>{html.escape(said["client"]["name"])}</h1>',
            *(
                f'<h2>{html.escape(text_of(one["title"]))}</h2><p>{html.escape(text_of(one["body"]))}</p>'
                for one in said.get("announcements", [])
            ),
            due_text(said) if not acting else "",
            "<ul>" + "".join(f"<li>{html.escape(note)}</li>" for note in cabinet.notes) + "</ul>",
            f'<p>This cabinet may only be viewed now. <a href="{account}/account">To the account</a></p>'
            if is_read_only
            else '<form method="post" action="/notes"><label>Note <input name="text" maxlength="1000" required>'
            "</label> <button>Add</button></form>",
            '<form method="post" action="/logout"><button>Sign out</button></form>',
            support and f'<footer><a href="mailto:{html.escape(support)}">{html.escape(support)}</a></footer>',
        ],
    )


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30

    def log_message(self, *_args):
        """Addresses with tickets in them belong in no log."""

    def do_GET(self):
        path = urlsplit(self.path).path
        if path == "/api/system/health-check":
            health = json.dumps({"status": "ok", "version": "1.0.0", "protocol": 1})
            cors = {"access-control-allow-origin": ORIGIN}
            return self.reply(200, health, {**cors, "content-type": "application/json"})
        if path == "/sign-in":
            return self.sign_in()
        session = self.require_session()
        if not session:
            return None
        if path == "/":
            return self.reply(200, home(session, self.is_read_only(session)))
        return self.reply(404, page("There is no such page."))

    def do_POST(self):
        length = int(self.headers.get("content-length") or 0)
        if length > 16_384:
            self.close_connection = True
            return self.reply(413, page("That is too long."))
        form = parse_qs(self.rfile.read(length).decode("utf-8", "replace"))
        session = self.require_session()
        if not session:
            return None
        path = urlsplit(self.path).path
        if path == "/logout":
            cabinet.end(self.token())
            if not session["acting_user"]:
                threading.Thread(target=end_at_platform, args=[session["session_id"]], daemon=True).start()
            return self.redirect(LOGIN)
        if path != "/notes":
            return self.reply(404, page("There is no such page."))
        if self.is_read_only(session):
            return self.reply(403, page("This cabinet may only be viewed now."))
        text = form.get("text", [""])[0].strip()[:1000]
        if text:
            cabinet.add(text)
        cabinet.report_soon()
        return self.redirect("/")

    def sign_in(self):
        ticket = parse_qs(urlsplit(self.path).query).get("ticket", [""])[0]
        if not re.fullmatch(r"[A-Za-z0-9_-]{43}", ticket):
            return self.redirect(LOGIN)
        if not cabinet.may_ask(self.client_address[0]):
            return self.reply(429, page("Too many tries. Wait a minute."))
        status, body = call("POST", "tickets", {"ticket": ticket})
        is_refused = 400 <= status < 500 and status not in (408, 429)
        if is_refused or (status == 200 and body["data"]["client_id"] != CLIENT_ID):
            return self.redirect(LOGIN)
        if status != 200:
            # The ticket may still be good: the person can reload this page.
            return self.reply(503, page(SILENT))
        token, seconds = cabinet.begin(body["data"])
        if not body["data"]["acting_user"]:
            cabinet.last_visit = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        cabinet.report_soon()
        secure = "; Secure" if IS_SECURE else ""
        cookie = f"{COOKIE}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}"
        return self.redirect("/", {"set-cookie": cookie})

    def require_session(self):
        """The session; without one the visitor is sent to sign in, and this gives None."""
        # A stranger causes no call.
        if cabinet.find(self.token()):
            cabinet.ask_entitlements()
        session = cabinet.find(self.token()) if cabinet.is_known else None
        if not session:
            self.redirect(ENTER)
        elif not cabinet.entitlements:
            self.reply(503, page(SILENT))
        else:
            return session
        return None

    def is_read_only(self, session):
        return session["read_only"] or cabinet.entitlements["read_only"]

    def token(self):
        morsel = SimpleCookie(self.headers.get("cookie", "")).get(COOKIE)
        return morsel.value if morsel else ""

    def redirect(self, location, headers=None):
        self.reply(303, "", {"location": location, **(headers or {})})

    def reply(self, status, body, headers=None):
        content = body.encode()
        self.send_response(status)
        policy = f"default-src 'none'; img-src {ORIGIN}; form-action 'self' {ORIGIN}; frame-ancestors 'none'; base-uri 'none'"
        usual = {
            "content-type": "text/html; charset=utf-8",
            "content-length": str(len(content)),
            "content-security-policy": policy,
            "cache-control": "no-store",
            "referrer-policy": "no-referrer",
            "x-content-type-options": "nosniff",
            **({"strict-transport-security": "max-age=31536000"} if IS_SECURE else {}),
        }
        for name, value in {**usual, **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)


cabinet = Cabinet()

if __name__ == "__main__":
    address = (os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "3000")))
    ThreadingHTTPServer(address, Handler).serve_forever()
