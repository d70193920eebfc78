import type { Logger } from 'pino';
import { Counter, register } from 'prom-client';
import { isConnectionFailure } from './platform/database/errors.ts';
import type { Lifetime } from './run-server.ts';

const METRIC = 'keepsake_unhandled_errors_total';
/** What a stream throws whose other end has gone. */
const CUT = /^ERR_STREAM_|^ERR_HTTP_|^ERR_SOCKET_|^ABORT_ERR$/;

/**
 * Keeps one call from ending the process. What is rejected and handled by nobody, or thrown by a connection that broke, is logged: its
 * call has failed, and nothing else. Any other exception that nobody catches may have left something half done in memory, so the
 * process drains and begins anew.
 */
export function outliveErrors(log: Logger, lifetime: Pick<Lifetime, 'restart'>): void {
  const unhandled =
    (register.getSingleMetric(METRIC) as Counter | undefined) ??
    new Counter({ name: METRIC, help: 'Errors that nothing in the code handles; each is a fault to report' });
  process.on('unhandledRejection', (reason) => {
    unhandled.inc();
    log.error({ err: reason }, 'a failure was handled by nobody: the process goes on');
  });
  process.on('uncaughtException', (error) => {
    unhandled.inc();
    if (isConnectionFailure(error) || CUT.test(String((error as NodeJS.ErrnoException).code))) {
      log.error({ err: error }, 'a broken connection was handled by nobody: the process goes on');
      return;
    }
    log.fatal({ err: error }, 'an exception was caught by nobody: the process drains and begins anew');
    lifetime.restart();
  });
}
