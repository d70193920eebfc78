import { type Outgoing, sendRequest } from './send-request.ts';

type Answer = Awaited<ReturnType<typeof sendRequest>>;

const answers = new Map<string, Promise<Answer>>();

/** Sends the request that the page at the address will begin with, before the code of the page has arrived. */
export function askEarly(request: Outgoing): void {
  const answer = sendRequest(request);
  // Whoever wants it asks again, and tells of it.
  answer.catch(() => {});
  answers.set(request.url, answer);
}

/** What has been asked for early, once. */
export function takeEarlyAnswer(url: string): Promise<Answer> | undefined {
  const answer = answers.get(url);
  answers.delete(url);
  return answer;
}

/** An answer that the first page has not taken would be out of date for a later one. */
export const forgetEarlyAnswers = () => answers.clear();
