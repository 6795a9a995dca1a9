"""Mail to people who wish to be told: handed to the mail server that the settings name."""

import smtplib
import ssl
from contextlib import ExitStack
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from wardround.core import read_file
from wardround.server.settings import SettingError, Settings, option

SECONDS = 10.0
"""How long the mail server may take for each answer."""

LONGEST_PASSWORD_FILE = 10_000


class Unsent(Exception):
    """The mail server did not take it; the text says why, for the log."""


class Post:
    """The mail server.

    Args:
        settings: Which it is; its host is set.

    Raises:
        SettingError: Something else of it is not, or the password cannot be read.
    """

    def __init__(self, settings: Settings) -> None:
        for name in ("mail_from", "site"):
            if not getattr(settings, name):
                raise SettingError(
                    f"Mail needs the setting {name} as well.",
                    where=option("mail_host"),
                    expected=f"{option(name)} beside it",
                )
        self._settings = settings
        self._password = ""
        if settings.mail_password_file is not None:
            text = read_file(
                settings.mail_password_file,
                LONGEST_PASSWORD_FILE,
                SettingError,
                "a file whose first line is the password of the mail server",
            )
            self._password = text.partition("\n")[0].strip()

    def send(self, to: str, subject: str, text: str, stop: str) -> None:
        """Hand a mail over; blocks.

        Args:
            to: Who gets it: an address that was checked.
            subject: What it is about.
            text: What it says.
            stop: The address at which no more can be asked for.

        Raises:
            Unsent: The server did not take it.
        """
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self._settings.mail_from, to, subject
        mail["Date"] = formatdate()
        mail["Message-ID"] = make_msgid(domain=self._settings.mail_from.partition("@")[2])
        mail["Auto-Submitted"] = "auto-generated"
        mail["List-Unsubscribe"] = f"<{stop}>"
        mail.set_content(text)
        try:
            with ExitStack() as stack:
                self._line(stack).send_message(mail)
        except (smtplib.SMTPException, OSError) as error:
            raise Unsent(repr(error)) from error

    def _line(self, stack: ExitStack) -> smtplib.SMTP:
        settings, secure = self._settings, ssl.create_default_context()
        line: smtplib.SMTP
        if settings.mail_tls == "tls":
            line = smtplib.SMTP_SSL(
                settings.mail_host, settings.mail_port, timeout=SECONDS, context=secure
            )
        else:
            line = smtplib.SMTP(settings.mail_host, settings.mail_port, timeout=SECONDS)
        stack.enter_context(line)
        if settings.mail_tls == "starttls":
            line.starttls(context=secure)
        if settings.mail_user:
            line.login(settings.mail_user, self._password)
        return line
