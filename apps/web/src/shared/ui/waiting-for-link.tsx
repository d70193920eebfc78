import { MINUTE_SECONDS } from '@keepsake/contracts/platform/limits';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../server-time.ts';
import { DialogAlert } from './dialog.tsx';
import panels from './panels.module.css';

type Act = { mutate(): void; isPending: boolean };

type Props = {
  title: string;
  /** The recipient of the mail, if the sentence does not name it. */
  email?: string;
  /** What to do with the mail. */
  openLink: string;
  /** When the mail can be sent again. */
  resendAt: string;
  resend: Act & { isSuccess: boolean };
  cancel: Act & { label: ReactNode };
  /** Message for a failure of either action. */
  failure: { error: Error | null; text: string };
};

/** A pending request whose mailed link has not been opened: the mail can be resent and the request cancelled. */
export function WaitingForLink({ title, email, openLink, resendAt, resend, cancel, failure }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const seconds = useSecondsUntil(resendAt);
  return (
    <section className={panels.panel} data-pending aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {email && <p>{email}</p>}
      <p role="status" className={panels.help}>
        {resend.isSuccess && `${t('mailedLink.sentAgain')} `}
        {openLink}
      </p>
      {failure.error && <DialogAlert error={failure.error}>{failure.text}</DialogAlert>}
      <div className={panels.actions}>
        <Button
          variant="default"
          loading={resend.isPending}
          disabled={seconds > 0}
          onClick={() => resend.mutate()}
        >
          {seconds > 0 ? t('mailedLink.resendIn', { count: seconds }) : t('mailedLink.resend')}
        </Button>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {cancel.label}
        </Button>
      </div>
    </section>
  );
}

/** Upper limit of a wait, in case the device's clock is wrong. */
const LONGEST_S = MINUTE_SECONDS;

/** Whole seconds until a moment, counting down to 0. */
function useSecondsUntil(moment: string): number {
  const [now, setNow] = useState(() => serverNow().getTime());
  const seconds = Math.min(Math.max(Math.ceil((Date.parse(moment) - now) / 1_000), 0), LONGEST_S);
  const isOver = seconds === 0;
  useEffect(() => {
    setNow(serverNow().getTime());
    if (isOver) return;
    const timer = setInterval(() => setNow(serverNow().getTime()), 1_000);
    return () => clearInterval(timer);
  }, [isOver]);
  return seconds;
}
