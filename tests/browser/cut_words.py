"""Pages in a made-up language, half as long again as English, on a phone: what is cut, broken or too wide there.

A page's text is put into a page that is open already, without its scripts: a fiftieth of a second for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.test import Client

from tests.browser.conftest import PHONE, visiting
from tests.pseudo_language import CODE, spoken

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

SHOW = """() => {
  document.querySelectorAll("link[rel=stylesheet]").forEach((link) => link.remove());
  const sheets = new Map();
  const read = async (href) => {
    const sheet = new CSSStyleSheet({ baseURL: new URL(href, location.origin).href });
    return sheet.replace(await (await fetch(href)).text());
  };
  const sheetAt = (href) => sheets.get(href) ?? sheets.set(href, read(href)).get(href);
  window.show = async (html) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const { name, value } of page.documentElement.attributes) document.documentElement.setAttribute(name, value);
    const links = [...page.querySelectorAll("link[rel=stylesheet]:not([media=print])")];
    document.adoptedStyleSheets = await Promise.all(links.map((link) => sheetAt(link.getAttribute("href"))));
    for (const image of page.images) [image.src, image.alt] = ["data:,", ""];
    for (const fold of page.querySelectorAll("details")) fold.open = true;
    document.body.replaceWith(document.adoptNode(page.body));
    document.body.getBoundingClientRect();
    await document.fonts.ready;
  };
}"""
"""Prepare the open page for showing others: each style sheet is read once, and every fold is open."""
FAULTS = r"""() => {
  const ARROW = 18;
  const UNREAD = "script, style, noscript, option, textarea, svg, .visually-hidden, .skip-link";
  const [once, range, faults] = [new Map(), document.createRange(), []];
  const of = (node) => once.get(node)
    ?? once.set(node, { style: getComputedStyle(node), box: node.getBoundingClientRect() }).get(node);
  const around = function* (node) {
    for (let at = node; at !== document.documentElement; at = at.parentElement) yield { node: at, ...of(at) };
  };
  const width = document.documentElement.scrollWidth;
  if (width > %(width)s + 1) faults.push(`as wide as ${width}`);
  const linesOf = () => [...range.getClientRects()].filter((line) => line.width > 1);
  const seen = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const [text, node] = [texts.currentNode, texts.currentNode.parentElement];
    if (!text.data.trim() || node.closest(UNREAD)) continue;
    if (!node.checkVisibility({ visibilityProperty: true })) continue;
    range.selectNodeContents(text);
    const lines = linesOf();
    if (!lines.length || [...around(node)].some(({ style }) => style.clipPath !== "none")) continue;
    const tell = (what) => faults.push(`${what}: ${text.data.trim().slice(0, 60)}`);
    // An address may go on in the next line after these signs.
    const words = lines.length > 1 && !node.closest("code, kbd") ? text.data.matchAll(/[^\s–—/@=?&-]+[/@=?&]*/g) : [];
    for (const { 0: word, index } of words) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const parts = linesOf();
      if (new Set(parts.map((line) => Math.round(line.top))).size < 2) continue;
      // So may a secret that is too long for a line.
      const length = parts.reduce((sum, part) => sum + part.width, 0);
      const secret = /\w{20}/.test(word) && /\d/.test(word) && length > Math.max(...lines.map((line) => line.width));
      if (!secret) tell(`broken in ${word}`);
    }
    const [left, right] = [Math.min(...lines.map((line) => line.left)), Math.max(...lines.map((line) => line.right))];
    const [top, bottom] = [Math.min(...lines.map((line) => line.top)), Math.max(...lines.map((line) => line.bottom))];
    const slack = lines[0].height / 4;
    let apart = "";
    for (const { style, box } of around(node)) {
      if (/^(inline|contents)$/.test(style.display)) continue;
      if (/auto|scroll/.test(style.overflowX)) apart = "scrolled";
      if (apart) break;
      const short = /hidden|clip/.test(style.overflowY) && (bottom > box.bottom + slack || top < box.top - slack);
      if (short || right > box.right + 1 || left < box.left - 1) {
        tell("cut off");
        break;
      }
      if (/absolute|fixed|sticky/.test(style.position)) apart = "above";
    }
    if (apart !== "scrolled" && (right > %(width)s + 1 || left < -1)) tell("beyond the edge");
    if (!apart) for (const line of lines) {
      // Of a line's height, letters have three fifths.
      seen.push({ node, words: text.data.trim().slice(0, 40), left: line.left, right: line.right,
        top: line.top + line.height / 5, bottom: line.bottom - line.height / 5 });
    }
  }
  const wide = document.createElement("canvas").getContext("2d");
  const inner = ({ clientWidth }, { paddingLeft, paddingRight }) =>
    clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  const long = (words, { fontWeight, fontSize, fontFamily }, room) => {
    wide.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    return wide.measureText(words).width > room + 1;
  };
  for (const field of document.querySelectorAll("select, input[placeholder]")) {
    if (!field.checkVisibility({ visibilityProperty: true }) || field.closest(UNREAD)) continue;
    if ([...around(field)].some(({ style }) => style.clipPath !== "none")) continue;
    const [style, chosen] = [of(field).style, field.matches("select")];
    const text = chosen ? field.selectedOptions[0]?.text.trim() ?? "" : field.placeholder;
    const [face, room] = chosen ? [style, inner(field, style) - ARROW]
      : [getComputedStyle(field, "::placeholder"), inner(field, style)];
    const whole = style.appearance === "base-select" ? text.split(/\s/) : [text];
    if (whole.some((words) => long(words, face, room))) faults.push(`cut off in its field: ${text}`);
  }
  for (const node of document.querySelectorAll("body :not(textarea)")) {
    if (!/auto|scroll/.test(of(node).style.overflowX) || node.scrollWidth < node.clientWidth + 2) continue;
    const signs = ["::before", "::after"].map((at) => getComputedStyle(node, at));
    // Where scrolling shows and hides the sign, it is painted a frame later.
    const isShown = ({ opacity, animationTimeline }) => opacity > 0 || animationTimeline?.startsWith("scroll");
    if (signs.some((sign) => sign.content !== "none" && isShown(sign))) continue;
    faults.push(`scrolls sideways without a sign: ${node.className}`);
  }
  seen.sort((a, b) => a.top - b.top).forEach((a, at) => {
    for (let next = at + 1; next < seen.length && seen[next].top < a.bottom; next++) {
      const b = seen[next];
      const beside = a.right < b.left + 1 || b.right < a.left + 1;
      if (!beside && !a.node.contains(b.node) && !b.node.contains(a.node)) faults.push(`${a.words} upon ${b.words}`);
    }
  });
  return faults;
}""".replace("%(width)s", str(PHONE["width"]))
"""What is wrong with the page that is shown: its width, its words, what scrolls, and texts that lie upon each other."""


def longer_pages(folder: Path, client: Client, addresses: list[str]) -> dict[str, str]:
    """Return the pages at these addresses in the made-up language, whose catalogue is written into the folder."""
    with spoken(folder):
        return {address: client.get(f"/{CODE}{address}").content.decode() for address in addresses}


@contextmanager
def showing(browser: Browser, club_server: LiveServer) -> Iterator[Page]:
    """Open a phone that shows the text of pages."""
    screen: dict[str, Any] = {"has_touch": True, "is_mobile": True}
    with visiting(browser, club_server, PHONE, **screen) as visitor:
        visitor.visit("/").evaluate(SHOW)
        yield visitor.page


def faults_of(page: Page, texts: dict[str, str]) -> list[str]:
    """Return what is cut, broken or too wide, with the address of its page."""
    faults: list[str] = []
    for address, html in texts.items():
        page.evaluate("html => show(html)", html)
        faults += [f"{address}: {fault}" for fault in page.evaluate(FAULTS)]
    return faults
