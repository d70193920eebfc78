// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deduplicatePresses } from './press-once.ts';

let stop: () => void;
const pressed = vi.fn();
beforeEach(() => {
  stop = deduplicatePresses();
  document.body.innerHTML =
    '<form><input><button id="save"><b>Save</b></button></form>' +
    '<a id="photo" href="#photo"></a><a id="tile" role="checkbox" href="#tile"></a>' +
    '<div data-repeats><button id="next"></button></div><p id="text"></p>';
  document.body.addEventListener('click', pressed);
});
afterEach(() => {
  stop();
  document.body.removeEventListener('click', pressed);
  document.body.innerHTML = '';
  pressed.mockClear();
});

const find = (selector: string) => document.querySelector(selector) as HTMLElement;

/** Clicks an element at a time in milliseconds; `nth` is the browser's count of quick clicks at one place. */
function click(selector: string, at: number, nth = 1, pointerType = 'mouse', clientX = 0): Event {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, detail: nth, clientX });
  Object.defineProperties(event, { timeStamp: { value: at }, pointerType: { value: pointerType } });
  find(selector).dispatchEvent(event);
  return event;
}

test('a double click is one press, even if its second click hits another control', () => {
  click('#save b', 0);
  expect(click('#save', 200, 2).defaultPrevented).toBe(true);
  expect(click('#photo', 300, 3).defaultPrevented).toBe(true);
  expect(pressed).toHaveBeenCalledTimes(1);
});

test('a double click that uncovers a repeatable control is still one press', () => {
  for (const selector of ['#tile', '#next']) {
    click('#save', 0);
    expect(click(selector, 200, 2).defaultPrevented).toBe(true);
  }
  expect(pressed).toHaveBeenCalledTimes(2);
});

test('quick clicks at different places are separate presses', () => {
  click('#save', 0);
  click('#photo', 100);
  expect(pressed).toHaveBeenCalledTimes(2);
});

test('continued clicking is not blocked forever', () => {
  for (let nth = 1; nth <= 6; nth++) click('#save', nth * 200, nth);
  expect(pressed).toHaveBeenCalledTimes(2);
});

test('a double tap is one press, even if the browser does not count taps', () => {
  click('#photo', 0, 1, 'touch');
  click('#photo', 250, 1, 'touch');
  click('#save', 350, 1, 'touch', 60);
  expect(pressed).toHaveBeenCalledTimes(2);
});

test('a double tap is one press there, even if its first tap has put another control under the thumb', () => {
  click('#save', 0, 1, 'touch', 100);
  expect(click('#photo', 200, 1, 'touch', 108).defaultPrevented).toBe(true);
  expect(pressed).toHaveBeenCalledTimes(1);
});

test('repeatable controls accept every click: next photo, selecting photos, text', () => {
  for (const selector of ['#next', '#tile', '#text']) {
    click(selector, 0);
    click(selector, 100, 2);
  }
  expect(pressed).toHaveBeenCalledTimes(6);
});

test('holding Enter presses once', () => {
  const keepPressing = (selector: string, key = 'Enter') => {
    const event = new KeyboardEvent('keydown', { key, repeat: true, bubbles: true, cancelable: true });
    find(selector).dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(['#save', '#photo', 'input'].map((selector) => keepPressing(selector))).toEqual([true, true, true]);
  expect([keepPressing('#next'), keepPressing('input', 'a')]).toEqual([false, false]);
});
