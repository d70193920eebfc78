import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { listDemoPhotos } from './plan.ts';
import { renderDemoPhoto } from './render.ts';
import { startRenderer } from './start-renderer.ts';

const photos = listDemoPhotos({ now: new Date('2026-11-21T12:00:00Z') });

function start() {
  const renderer = startRenderer();
  onTestFinished(() => renderer[Symbol.asyncDispose]());
  return renderer;
}

test('another process renders the same bytes, photo after photo', async () => {
  const { render } = start();
  for (const photo of photos.slice(0, 3)) {
    expect(await render(photo)).toEqual(await renderDemoPhoto(photo));
  }
});

test('a photo that cannot be rendered is named, and the next one is rendered', async () => {
  const { render } = start();
  const [photo] = photos;
  if (!photo) throw new Error('The plan is empty');
  const lost = { ...photo, fileName: 'lost.heic', picture: { bundledFile: 'lost.heic' } };
  await expect(render(lost)).rejects.toThrow(/^lost\.heic of the demo could not be rendered: .*ENOENT/);
  expect((await render(photo)).length).toBeGreaterThan(10_000);
});

test('nothing is rendered after the end, and no process is left', async () => {
  const renderer = startRenderer();
  await renderer[Symbol.asyncDispose]();
  await expect(renderer.render(photos[0] as never)).rejects.toThrow('closed');
});

test('the server itself loads no libvips', async () => {
  const modules = ['../load-demo.ts', '../../app.ts'].map((name) => new URL(name, import.meta.url).href);
  const program = `
    for (const name of ${JSON.stringify(modules)}) await import(name);
    console.log(process.report.getReport().sharedObjects.join('\\n'));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout).toContain('libc');
  expect(stdout).not.toMatch(/vips|sharp/);
});
