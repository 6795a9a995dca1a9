"""The log: one line an event, for people or (as JSON) for programs."""

import json
import logging
import sys
from datetime import UTC, datetime

LINES = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class JsonLines(logging.Formatter):
    """Each record as one line of JSON: time, level, logger, message, and the traceback if any."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(level: str, form: str) -> None:
    """Write the log to standard error.

    Args:
        level: The lowest level that is written: debug, info, warning or error.
        form: ``text`` or ``json``.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else logging.Formatter(LINES))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    if level != "debug":  # it tells every request that is passed on
        logging.getLogger("httpx2").setLevel(logging.WARNING)
