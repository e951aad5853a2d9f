"""The settings of a server. The defaults suit one player on one computer."""

from __future__ import annotations

import os
import secrets
import socket
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import msgspec

from grognard.core.errors import GrognardError

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
_EVERYWHERE = ("0.0.0.0", "::", "")
RULES_SECONDS = 60.0
Count = Annotated[int, msgspec.Meta(ge=1)]
Rate = Annotated[float, msgspec.Meta(gt=0)]
Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]


def local_address() -> str:
    """Return the address of this computer on the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"


class Smtp(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How to send mail."""

    host: str
    port: Port = 587
    user: str = ""
    password: str = ""
    sender: str = "grognard@localhost"
    start_tls: bool | None = None
    """None: when the mail server offers it."""
    tls: bool = False
    """Speak TLS from the first byte (port 465)."""


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Limits on what clients may ask for."""

    body: Count = 64 * 1024
    """Maximum bytes of an ordinary request or message."""
    record: Count = 2 * 1024 * 1024
    """Maximum bytes of an uploaded record."""
    orders: Count = 20_000
    """Maximum number of orders in a game."""
    tables: Count = 200
    """Maximum number of games in memory besides those in use; the least recently used one is frozen first."""
    idle: Rate = 120.0
    """Seconds after which a game without connections is frozen."""
    frozen: Count = 40 * 1024 * 1024
    """Maximum bytes of frozen games; the least recently used one is dropped first, and replayed if wanted."""
    requests: Rate = 30.0
    """Requests and messages per second from one address, after a burst."""
    burst: Count = 300
    local: Rate = 20.0
    """Factor by which clients on this computer may exceed the rates."""
    new_games: Rate = 0.2
    """New games and uploaded records per second from one address, after ten at once."""
    logins: Rate = 0.1
    """Login attempts per second from one address, and to one account, after ten at once."""
    emails: Rate = 0.002
    """Emails to new addresses per second that one address may cause, after five at once."""
    compute: Rate = 0.5
    """Seconds of computing per second that one address, or one account, may cause, after a burst."""
    compute_burst: Rate = 20.0
    games_each: Count = 500
    """Maximum number of stored games that one address created, and their bytes when they were created."""
    bytes_each: Count = 20 * 1024 * 1024
    messages: Count = 2_000
    """Maximum number of chat messages in a game, and of their characters."""
    chat: Count = 200_000
    keep_new: Rate = 14.0
    """Days after which a game without orders is deleted, if `Settings.expires`."""
    keep: Rate = 365.0
    """Days after which a game without changes is deleted."""
    thinking_each: Count = 8
    """Maximum number of computer players that think at once for the games of one address."""
    connections: Count = 50
    """Maximum live connections from one address."""
    sockets: Count = 4_000
    """Maximum number of other connections, and from one address."""
    sockets_each: Count = 100
    head: Count = 32 * 1024
    """Maximum bytes of the head of a request."""
    head_seconds: Rate = 15.0
    """Seconds for the head of a request to arrive, and for its body."""
    body_seconds: Rate = 60.0


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of one server."""

    data: Path
    """Folder of the database (unless a URL says otherwise) and of the server's key."""
    database: str = ""
    """SQLAlchemy URL; empty: a SQLite file in the data folder."""
    host: str = "127.0.0.1"
    port: Port = 8421
    public_url: str = ""
    """The address that players use, for links and checks; empty: where the server listens."""
    allowed_hosts: tuple[str, ...] = ()
    """Other host names that the server answers to."""
    allowed_origins: tuple[str, ...] = ()
    """Other sites that may use the API, such as a client under development."""
    workers: Annotated[int, msgspec.Meta(ge=0)] = max(1, (os.cpu_count() or 2) - 1)
    """Processes for computer players."""
    seconds: Rate = 0.5
    """Seconds that the default level of computer players may spend on an order; others take less or more."""
    patience: Rate = 30.0
    """Seconds before a computer player that does not answer is replaced."""
    lease: Rate = 10.0
    """Seconds without a sign of life after which another process takes over the jobs of one."""
    trial: Rate = 30.0
    """Seconds that an uploaded record may take to load and play before it is accepted."""
    analysis: Rate = 20.0
    """Seconds of computing for the analysis of a finished game, after it has been replayed."""
    question: Rate = 20.0
    """Maximum seconds for a question in a worker process."""
    rules: Rate = RULES_SECONDS
    """Seconds that the rules may take for an order or a question before they are stopped."""
    packs: tuple[str, ...] = ()
    """Folders and zip files with scenarios to offer besides those of the games."""
    admins: tuple[str, ...] = ()
    """Names of the accounts that see reports and can disable accounts."""
    metrics: tuple[str, ...] = ()
    """Addresses that may read `/metrics`; to all others it does not exist."""
    smtp: Smtp | None = None
    private_webhooks: bool = False
    """Whether webhooks may go to private and loopback addresses."""
    notify_after: Annotated[float, msgspec.Meta(ge=0)] = 60.0
    """Seconds before "your move" is sent, in case the player is about to return."""
    notify_every: Annotated[float, msgspec.Meta(ge=0)] = 600.0
    """Minimum seconds between two notices to the same seat."""
    static: Path = Path(__file__).parent / "static"
    """The built browser client."""
    limits: Limits = Limits()

    @property
    def url(self) -> str:
        """Return the address that players use."""
        if self.public_url:
            return self.public_url.rstrip("/")
        host = "localhost" if self.host in (*_EVERYWHERE, *LOOPBACK, "::1") else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def invite_url(self) -> str:
        """Return the address for links to others: on the local network, if the server listens there."""
        if self.public_url or self.only_local or self.host not in _EVERYWHERE:
            return self.url
        return f"http://{local_address()}:{self.port}"

    @property
    def secure(self) -> bool:
        """Return whether players use https."""
        return self.public_url.startswith("https://")

    @property
    def only_local(self) -> bool:
        """Return whether the server listens on this computer only."""
        return self.host in (*LOOPBACK, "::1")

    @property
    def expires(self) -> bool:
        """Return whether old games are deleted; not on a server that only this computer can reach."""
        return bool(self.public_url) or not self.only_local

    @property
    def hosts(self) -> frozenset[str]:
        """Return the host names that the server answers to."""
        public = urlsplit(self.public_url).hostname or ""
        own = () if self.host in _EVERYWHERE else (self.host,)
        return frozenset(name.lower() for name in (*LOOPBACK, *own, public, *self.allowed_hosts) if name)

    @property
    def origins(self) -> frozenset[str]:
        """Return the origins that may use the API, besides the address of the request itself."""
        own = "{0.scheme}://{0.netloc}".format(urlsplit(self.public_url)) if self.public_url else ""
        return frozenset(origin.rstrip("/") for origin in (own, *self.allowed_origins) if origin)

    @property
    def database_url(self) -> str:
        """Return the URL of the database, with the drivers that this server uses."""
        if not self.database:
            return f"sqlite+aiosqlite:///{self.data / 'grognard.sqlite3'}"
        scheme, colon, rest = self.database.partition("://")
        driver = {
            "sqlite": "sqlite+aiosqlite",
            "postgres": "postgresql+asyncpg",
            "postgresql": "postgresql+asyncpg",
        }
        if not colon or driver.get(scheme, scheme) not in driver.values():
            raise GrognardError(f"a database URL begins with sqlite:// or postgresql://, not {scheme!r}")
        return f"{driver.get(scheme, scheme)}://{rest}"

    def key(self) -> str:
        """Return the secret that signs logins; it is created on the first start."""
        path = self.data / "secret.key"
        self.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return path.read_text(encoding="ascii").strip()
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32))
        return path.read_text(encoding="ascii").strip()


def default_data() -> Path:
    """Return the user's data folder for this program."""
    from platformdirs import user_data_path

    return user_data_path("grognard", appauthor=False)
