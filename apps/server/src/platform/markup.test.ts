import { expect, test } from 'vitest';
import { textColourOn } from './colours.ts';
import { dataBlock, html } from './markup.ts';

test('every value is escaped, also inside attributes and lists', () => {
  const evil = `"><script>alert('&')</script>`;
  const safe = '&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;';
  expect(html`<p title="${evil}">${evil}${[evil]}</p>`.markup).toBe(`<p title="${safe}">${safe}${safe}</p>`);
});

test('markup stays markup, and empty values leave nothing', () => {
  expect(html`<p>${html`<b>${1}</b>`}${null}${undefined}${false}</p>`.markup).toBe('<p><b>1</b></p>');
});

test('no value closes a data block', () => {
  const { markup } = dataBlock('application/json', { name: '</script><b>' }, 'data');
  expect(markup).toBe(
    '<script type="application/json" id="data">{"name":"\\u003c/script>\\u003cb>"}</script>',
  );
});

test.each([
  ['#ffffff', '#000000'],
  ['#000000', '#ffffff'],
  ['#1f6b52', '#ffffff'],
  ['#62c9a2', '#000000'],
])('on %s the readable text is %s', (colour, text) => {
  expect(textColourOn(colour)).toBe(text);
});
