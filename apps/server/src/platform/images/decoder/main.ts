import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { decodeImage } from './decode-image.ts';
import { restrictSharp, serveRequests } from './serve-requests.ts';

/** Thumbnails yield to interactive work: requests on the same machine stay fast during a bulk import. */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

if (process.platform === 'linux') {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000'); // if memory runs out, the kernel kills a decoder, not the server
  } catch {
    // a locked-down container refuses; the pool's memory limit still holds
  }
}

restrictSharp();
serveRequests(decodeImage);
