import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Change, openChannelsFolder } from './channels-file.fixture.ts';
import { readChannelsFile } from './channels-file.ts';

let place: Awaited<ReturnType<typeof openChannelsFolder>>;
beforeAll(async () => {
  place = await openChannelsFolder();
});
afterAll(() => place.remove());

const faultsFor = async (change: Change) => (await readChannelsFile(await place.change(change))).faults ?? [];

describe('a logo', () => {
  const svg = (inside: string, attributes = '') =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 40" ${attributes}>${inside}</svg>`;
  const drawings: [string, string, string][] = [
    ['a script', svg('<script>alert(1)</script>'), 'has <script>'],
    ['a handler', svg('<path d="M0 0"/>', 'onload="alert(1)"'), 'has onload="alert(1)" on <svg>'],
    ['another page', svg('<foreignObject><p>x</p></foreignObject>'), 'has <foreignObject>'],
    ['a picture of elsewhere', svg('<image href="https://tracker.example/p.png"/>'), 'has <image>'],
    [
      'a reference to elsewhere',
      svg('<use href="https://cdn.example/x.svg#a"/>'),
      'which runs or fetches something',
    ],
    [
      'a spelt-out reference',
      svg('<use href="&#104;ttps://cdn.example/x.svg#a"/>'),
      'which runs or fetches something',
    ],
    [
      'a style that fetches',
      svg('<style>@import url(https://cdn.example/x.css);</style>'),
      'has a style that fetches',
    ],
    [
      'a fill that fetches',
      svg('<path d="M0 0" fill="url(https://cdn.example/x)"/>'),
      'which runs or fetches something',
    ],
    ['text', svg('<text>Shop</text>'), 'has <text>'],
    ['entities', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('')}`, 'declares a document type'],
    ['no XML', '<svg><path></svg>', 'is not XML'],
    ['no size', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'does not say how large it is'],
    ['a page', '<html><body>x</body></html>', 'is not a drawing'],
    ['a banner', svg('').replace('100 40', '1000 40'), 'a logo is at most 8 times as wide as high'],
  ];
  test.each(drawings)('that has %s is refused', async (_what, drawing, fault) => {
    await place.add('own.svg', drawing);
    const faults = await faultsFor((channel) => Object.assign(channel, { logo: 'own.svg' }));
    expect(faults).toEqual([expect.stringMatching(/^channels\[0\]\.logo: own\.svg (has|is|declares|does) /)]);
    expect(faults[0]).toContain(fault);
  });

  test('may have gradients and internal references', async () => {
    await place.add(
      'own.svg',
      svg(
        '<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><rect id="r" fill="url(#a)"/><use href="#r"/>',
      ),
    );
    expect(await faultsFor((channel) => Object.assign(channel, { logo: 'own.svg' }))).toEqual([]);
  });

  test('may be a real PNG of a suitable size', async () => {
    const png = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 4, background: '#1f6b52' } })
        .png()
        .toBuffer();
    const use = (channel: object) => void Object.assign(channel, { logo: 'own.png' });
    await place.add('own.png', await png(320, 80));
    expect(await faultsFor(use)).toEqual([]);
    await place.add('own.png', await png(3_000, 400));
    expect(await faultsFor(use)).toEqual([expect.stringContaining('has 3000 × 400 pixels')]);
    await place.add('own.png', (await png(320, 80)).subarray(0, 90));
    expect(await faultsFor(use)).toEqual([expect.stringContaining('is not a PNG that can be drawn')]);
    await place.add('own.png', svg(''));
    expect(await faultsFor(use)).toHaveLength(1);
    await place.add('own.png', Buffer.alloc(100_001));
    expect(await faultsFor(use)).toEqual([expect.stringContaining('is larger than 100 kB')]);
  });
});
