import { expect, test } from 'vitest';
import { parseLegalText } from './legal-text.ts';

const VALUES = { seller: 'Bildersonn GmbH', email: 'care@bildersonn.example', phone: null };

const TEXT = `# Terms of {seller}

Two lines
of one paragraph.
## Orders
We take orders by:
- mail to [{email}](mailto:{email})
- our page,
  on a phone as well
### Withdrawal

See [the form](/withdrawal).`;

test('a legal text has a title, headings, lists, links and the values of its company', () => {
  const text = parseLegalText(TEXT.replaceAll('\n', '\r\n'), VALUES);
  expect(text).toEqual({
    title: 'Terms of Bildersonn GmbH',
    blocks: [
      { kind: 'paragraph', spans: ['Two lines\nof one paragraph.'] },
      { kind: 'heading', spans: ['Orders'] },
      { kind: 'paragraph', spans: ['We take orders by:'] },
      {
        kind: 'list',
        items: [
          ['mail to ', { label: 'care@bildersonn.example', url: 'mailto:care@bildersonn.example' }],
          ['our page, on a phone as well'],
        ],
      },
      { kind: 'subheading', spans: ['Withdrawal'] },
      { kind: 'paragraph', spans: ['See ', { label: 'the form', url: '/withdrawal' }, '.'] },
    ],
  });
});

test.each([
  ['', 'does not begin with a title'],
  ['Terms\n\nText', 'does not begin with a title'],
  ['# Terms', 'has no text below its title'],
  ['# Terms\n\n{sellar}', "has '{sellar}', which is none of {seller}, {email}, {phone}"],
  ['# Terms\n\n{constructor}', "has '{constructor}', which is none of"],
  ['# Terms\n\n{phone}', `has '{phone}', which "legal" lacks`],
  ['# Terms\n\n[Here](http://shop.example)', "has a link to 'http://shop.example'"],
  ['# Terms\n\n[Here](javascript:alert)', "has a link to 'javascript:alert'"],
  ['# Terms\n\n- [Here](//shop.example)', "has a link to '//shop.example'"],
])('%j is no legal text', (source, fault) => {
  const { faults } = parseLegalText(source, VALUES) as { faults: string[] };
  expect(faults.join('\n')).toContain(fault);
});
