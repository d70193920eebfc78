import { createServer } from 'node:http';
import { pino } from 'pino';
import { outliveErrors } from '../outlive-errors.ts';
import { stopOnSignals } from '../run-server.ts';

/** A process that fails as it is called: `/reject`, `/cut`, `/throw`; anything else is answered, `/slow` after a while. */
const log = pino();
const lifetime = stopOnSignals(log, 25_000);
outliveErrors(log, lifetime);
const server = createServer((request, response) => {
  if (request.url === '/reject') void Promise.reject(new Error('rejected'));
  if (request.url === '/cut') process.nextTick(fail, Object.assign(new Error('cut'), { code: 'ECONNRESET' }));
  if (request.url === '/throw') process.nextTick(fail, new Error('thrown'));
  setTimeout(() => response.end(String(process.pid)), request.url === '/slow' ? 500 : 0);
});
function fail(error: Error): void {
  throw error;
}
lifetime.onStop('calls', async () => {
  await new Promise((resolve) => server.close(resolve));
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('up'));
