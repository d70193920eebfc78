import { ERROR_REPORTS_PATH, errorReport } from '@keepsake/contracts/frame/error-reports';
import { refuseForeignPages } from '../../../platform/http/foreign-pages.ts';
import { parsePart } from '../../../platform/http/mount-routes.ts';
import { FORM_BUDGET } from '../../../platform/http/route-budgets.ts';
import type { Module } from '../../../platform/module.ts';

const OPTIONS = { config: { budget: FORM_BUDGET }, onRequest: refuseForeignPages };

/** Our own error-reporting service: failures of the web app become log lines with their correlation id. */
export function createErrorReports(): Module {
  return {
    mount: (app) =>
      app.post(ERROR_REPORTS_PATH, OPTIONS, async (request, reply) => {
        const failure = parsePart(errorReport, request.body, 'body');
        request.log.warn({ failure }, 'the web app reported a failure');
        return reply.code(204).send();
      }),
  };
}
