import { writeFileSync } from 'node:fs';

/** Ends like the real server: takes half a second to drain, whatever else arrives meanwhile, then exits with 0. */
let isDraining = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (isDraining) return;
    isDraining = true;
    setTimeout(() => {
      writeFileSync('drained', signal);
      process.exit(0);
    }, 500);
  });
}
setInterval(() => undefined, 60_000);
writeFileSync('pid', String(process.pid));
