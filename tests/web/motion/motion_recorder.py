"""Records in each frame what moves on a table, and which cards it shows."""

from __future__ import annotations

from math import dist
from typing import Any, Final

from playwright.sync_api import Page

RECORD: Final = """(() => {
    const about = ['offset', 'computedOffset', 'easing', 'composite'];
    const recorded = window.recorded = { properties: [], cards: [], flights: [], most: 0 };
    const properties = new Set(), cards = new Set(), known = new WeakSet();
    let hand = {};
    const middle = (element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
    };
    const places = (found, key) => Object.fromEntries(
        [...document.querySelectorAll(found)].map((element) => [key(element), middle(element)]));
    const look = () => {
        requestAnimationFrame(look);
        const board = document.querySelector('.board');
        if (!board) return;
        const animations = document.getAnimations();
        for (const { effect } of animations) {
            for (const name of effect.getKeyframes().flatMap(Object.keys)) {
                if (!about.includes(name)) properties.add(name);
            }
        }
        recorded.properties = [...properties];
        recorded.most = Math.max(recorded.most, window.moving());
        for (const { dataset } of document.querySelectorAll('[data-card]')) {
            cards.add(`${board.dataset.version} ${dataset.card}`);
        }
        recorded.cards = [...cards];
        for (const element of document.querySelectorAll('.played, .president-cards .card')) {
            const animation = element.getAnimations()[0];
            const card = element.dataset.played ?? element.dataset.card;
            const key = element.closest('li');
            if (known.has(key)) continue;
            known.add(key);
            if (!animation) continue;
            const time = animation.currentTime;
            animation.currentTime = 0;
            const start = middle(element);
            animation.currentTime = animation.effect.getComputedTiming().endTime - 0.01;
            const end = middle(element);
            animation.currentTime = time;
            const seats = places('.seats > [data-seat]', ({ dataset }) => dataset.seat);
            for (const seat in seats) {
                seats[seat] = middle(document.querySelector(`.seats > [data-seat="${seat}"] .seat-face`));
            }
            const flight = { card, start, end, seats, hand: hand[card] ?? null, place: null };
            recorded.flights.push(flight);
            const land = () => { flight.place = element.isConnected ? middle(element) : null; };
            animation.finished.then(land, () => {});
        }
        hand = places('.hand [data-hand-card]', ({ dataset }) => dataset.handCard);
    };
    // Animations of style sheets go on while nothing moves.
    window.moving = () => document.getAnimations()
        .filter((each) => !(each instanceof CSSAnimation) && each.playState === 'running').length;
    requestAnimationFrame(look);
})()"""
"""A script for a new page; `recorded` has what was seen, and `moving()` counts the cards in flight."""


def recorded(page: Page) -> Any:
    """Return what was recorded."""
    return page.evaluate("recorded")


def moving(page: Page) -> int:
    """Return the number of elements in flight."""
    return int(page.evaluate("moving()"))


def is_near(one: list[float], other: list[float], within: float = 4) -> bool:
    """Return whether two points on the screen are at most that many pixels apart."""
    return dist(one, other) <= within
