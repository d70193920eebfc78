import { isUnreached } from '../api/api-problem.ts';
import { Reference } from './reference.tsx';
import { showToast } from './toasts.tsx';

/** Says that a change failed, unless the connection is the reason, which is said of every change. */
export function sayFailed(text: string, error: unknown): void {
  if (isUnreached(error)) return;
  const message = (
    <>
      {text} <Reference error={error} />
    </>
  );
  showToast({ message, tone: 'failure' });
}
