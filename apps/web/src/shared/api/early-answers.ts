import { type Outgoing, sendRequest } from './send-request.ts';

type Answer = Awaited<ReturnType<typeof sendRequest>>;

const answers = new Map<string, Promise<Answer>>();

/** Sends the first request of the page at this address before the page's code has arrived. */
export function requestEarly(request: Outgoing): void {
  const answer = sendRequest(request);
  // A failure is not handled here: the page repeats the request and reports it.
  answer.catch(() => {});
  answers.set(request.url, answer);
}

/** Returns the answer to an early request, and removes it. */
export function takeEarlyAnswer(url: string): Promise<Answer> | undefined {
  const answer = answers.get(url);
  answers.delete(url);
  return answer;
}

/** Drops answers that the first page did not use, since they would be stale on a later page. */
export const forgetEarlyAnswers = () => answers.clear();
