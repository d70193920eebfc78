import { Anchor, Button } from '@mantine/core';
import { onlineManager } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '../api/api-problem.ts';
import { ChannelLink } from '../channel-links.tsx';
import { useChannel } from '../configuration.tsx';
import { Reference } from './reference.tsx';
import classes from './states.module.css';

type Props = {
  error?: unknown;
  /** The screen's own message; a general one by default [ERR-01]. */
  message?: string;
  onRetry: () => void;
};

/** What a screen shows instead of a failure where trying again would not help; null for all other errors. */
export const InsteadOfFailure = createContext<(error: unknown) => ReactNode>(() => null);

/** A failed screen, or what the app explains instead. */
export function ErrorState(props: Props) {
  const instead = use(InsteadOfFailure)(props.error);
  const isOnline = useSyncExternalStore(followConnection, isConnected);
  return instead ?? (isOnline ? <Failure {...props} /> : <Unconnected />);
}

const followConnection = (onChange: () => void) => onlineManager.subscribe(onChange);
const isConnected = () => onlineManager.isOnline();

/** What is shown beside the notice that the browser is offline: everything is loaded again by itself afterwards. */
function Unconnected() {
  const { t } = useTranslation();
  return (
    <div className={classes.state} role="status">
      <p className={classes.sentence}>{t('errors.onceConnected')}</p>
    </div>
  );
}

/** The message, 'Try again' [ERR-05], customer care [ERR-06] and a reference to quote. */
function Failure({ error, message, onRetry }: Props) {
  const { t } = useTranslation();
  const { customerCareUrl } = useChannel();
  return (
    <div className={classes.state} role="alert">
      <ErrorDrawing />
      <p className={classes.sentence}>{message ?? t('errors.unexpected')}</p>
      <div className={classes.actions}>
        <Button onClick={onRetry}>{t('errors.tryAgain')}</Button>
        <Anchor component={ChannelLink} href={customerCareUrl}>
          {t('errors.contactCustomerCare')}
        </Anchor>
      </div>
      {problemOf(error) && (
        <p className={classes.reference}>
          <Reference error={error} />
        </p>
      )}
    </div>
  );
}

/** A print with a torn corner. */
export function ErrorDrawing() {
  return (
    <svg
      className={classes.drawing}
      width="120"
      height="108"
      viewBox="0 0 120 108"
      fill="none"
      aria-hidden="true"
    >
      <g strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round" transform="rotate(-4 60 54)">
        <path
          d="M27 10h66a5 5 0 0 1 5 5v52l-12 5-5 10-11 3-4 11H27a5 5 0 0 1-5-5V15a5 5 0 0 1 5-5z"
          fill="var(--surface)"
          stroke="var(--line-strong)"
        />
        <rect x="30" y="18" width="60" height="46" rx="3" fill="var(--paper)" stroke="var(--line-strong)" />
        <path d="M50 49c3-5 17-5 20 0M52 34v3m16-3v3" stroke="var(--text-color-soft)" />
      </g>
    </svg>
  );
}
