import { basename } from 'node:path';
import { decodeImage } from '../decoder/decode-image.ts';
import { restrictSharp, serveRequests } from '../decoder/serve-requests.ts';

/** The decoder with faults on demand, chosen by the name of the original. */
const FAULTS: Record<string, () => unknown> = {
  'killed.jpg': () => process.kill(process.pid, 'SIGKILL'),
  'aborted.jpg': () => process.abort(),
  'hanging.jpg': () => {
    for (;;); // as WASM would: no timer and no message gets through
  },
  'hungry.jpg': () => hoard(),
};

function hoard(): void {
  const hoarded: Buffer[] = [];
  for (;;) hoarded.push(Buffer.alloc(8 * 1024 * 1024, 1));
}

restrictSharp();
serveRequests(async (request) => {
  FAULTS[basename(request.path)]?.();
  return decodeImage(request);
});
