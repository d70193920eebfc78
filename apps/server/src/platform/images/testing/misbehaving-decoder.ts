import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { decodeImage } from '../decoder/decode-image.ts';
import { restrictSharp, serveRequests } from '../decoder/serve-requests.ts';

const say = (line: string) => void process.stdout.write(line);

/** A decoder with faults on demand, chosen by the original's name or by the text at its end. */
const FAULTS: Record<string, () => unknown> = {
  'killed.jpg': () => process.kill(process.pid, 'SIGKILL'),
  'aborted.jpg': () => process.abort(),
  'hanging.jpg': () => {
    for (;;); // as WASM would: no timer and no message gets through
  },
  'hungry.jpg': () => hoard(),
  'nonsense.jpg': () => say('\u0000\u0001 no reply\n'),
  'endless.jpg': () => {
    for (;;) say('no line ends');
  },
  'empty.jpg': () => say('{}\n'),
  'invented.jpg': () => say('{"rssBytes":1,"error":{"code":"NOBODY_KNOWS","detail":""}}\n'),
  'halved.jpg': () => say('{"rssBytes":1,"image":{"format":"jpeg","width":1,"height":1}}\n'),
  'left.jpg': () => process.exit(0),
};

function hoard(): void {
  const hoarded: Buffer[] = [];
  for (;;) hoarded.push(Buffer.alloc(8 * 1024 * 1024, 1));
}

restrictSharp();
serveRequests(async (request) => {
  const end = readFileSync(request.path).toString('latin1').split('\n').at(-1) ?? '';
  await (FAULTS[basename(request.path)] ?? FAULTS[end])?.();
  return decodeImage(request);
});
