import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { decodeImage } from './decode-image.ts';
import { restrictSharp, serveRequests } from './serve-requests.ts';

/** Thumbnails give way to people: requests of the same machine keep their speed while a bulk import runs. */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

if (process.platform === 'linux') {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000'); // when memory ends, the kernel takes a decoder, not the service
  } catch {
    // a locked-down container refuses; the memory limit of the pool still stands
  }
}

restrictSharp();
serveRequests(decodeImage);
