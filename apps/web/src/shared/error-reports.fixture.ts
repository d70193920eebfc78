import { onTestFinished, vi } from 'vitest';
import { connectApi } from './api/call.ts';
import { connectErrorReports } from './error-reports.ts';

const REPORTS = '/reports';

type Answer = Response | Error;

/** Answers each call by its path, and collects what is reported until the test ends, by action. */
export function takeReports(answerTo: (path: string) => Answer): string[] {
  const reported: string[] = [];
  const services = { photoManagement: '/photos', uploads: '/uploads', orders: '/orders' };
  connectApi({ services, accessToken: async () => 't', renewAccess: async () => false });
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    const [path = ''] = String(url).split('?');
    if (path === REPORTS) {
      reported.push(JSON.parse(String(body)).action);
      return new Response();
    }
    const answer = answerTo(path);
    if (answer instanceof Error) throw answer;
    return answer;
  });
  // Reports name their page; tests without a document have none.
  if (typeof window === 'undefined') vi.stubGlobal('window', { location: { pathname: '/' } });
  connectErrorReports(REPORTS);
  onTestFinished(() => {
    connectErrorReports(null);
    vi.unstubAllGlobals();
  });
  return reported;
}

export const answer = (status: number, body: object = {}): Response =>
  new Response(JSON.stringify(body), { status });
