import type { Clock } from '../../../platform/clock.ts';
import { MINUTE_MS } from '../../../platform/clock.ts';
import type { Appearance } from './appearance.ts';

type Throttled = 'signIn.throttled' | 'code.throttled' | 'recovery.throttled' | 'operator.throttled';

/** Says in minutes until when attempts are blocked. */
export function throttledText(
  { clock }: { clock: Clock },
  { t }: Appearance,
  text: Throttled,
  until: Date,
): string {
  const minutes = Math.max(1, Math.ceil((until.getTime() - clock().getTime()) / MINUTE_MS));
  return t(text, { count: minutes, minutes });
}
