import { ERROR_REPORTS_PATH, errorReport } from '@keepsake/contracts/frame/error-reports';
import { PUBLIC_FORM } from '../../../platform/http/foreign-pages.ts';
import { parsePart } from '../../../platform/http/mount-routes.ts';
import type { Module } from '../../../platform/module.ts';

/** Our own error-reporting service: failures of the web app become log lines with their correlation id. */
export function createErrorReports(): Module {
  return {
    mount: (app) =>
      app.post(ERROR_REPORTS_PATH, PUBLIC_FORM, async (request, reply) => {
        const failure = parsePart(errorReport, request.body, 'body');
        request.log.warn({ failure }, 'the web app reported a failure');
        return reply.code(204).send();
      }),
  };
}
