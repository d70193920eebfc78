import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { ChannelLogo, useChannel, useConfiguration } from '#/shared/configuration.tsx';
import { LegalLinks } from '#/shared/legal-links.tsx';
import classes from './phone-page.module.css';
import { type PhoneSession, startPhoneSession } from './phone-session.ts';
import { Sending } from './sending.tsx';

let started: PhoneSession | undefined;

/** The page a code leads to [UPL-02]: it requires no sign-in and shows nothing of the library. */
export default function PhonePage() {
  const { t } = useTranslation();
  const { services } = useConfiguration();
  const { name } = useChannel();
  const [session] = useState(() => (started ??= startPhoneSession(services)));
  const state = useStore(session.code.store);
  return (
    <div className={classes.page}>
      <title>{`${t('phone.title')} · ${name}`}</title>
      <header className={classes.header}>
        <ChannelLogo height={28} />
      </header>
      {state.status === 'opening' && <Opening />}
      {state.status === 'ready' && <Sending session={session} target={state.target} />}
      {state.status === 'missing' && <Notice title={t('phone.missing')} text={t('phone.missingText')} />}
      {state.status === 'expired' && <Expired session={session} />}
      {state.status === 'hidden' && <Notice title={t('phone.hidden')} text={t('phone.hiddenText')} />}
      {state.status === 'unreachable' && (
        <Notice
          title={t('phone.unreachable')}
          text={t('phone.unreachableText')}
          action={{ label: t('errors.tryAgain'), run: () => void session.code.open() }}
        />
      )}
      <footer className={classes.legal}>
        <nav aria-label={t('shell.footer')}>
          <LegalLinks />
        </nav>
      </footer>
    </div>
  );
}

/** A grey placeholder of the page. */
function Opening() {
  return (
    <main className={classes.content} aria-busy="true">
      <div className={classes.bone} data-kind="title" />
      <div className={classes.bone} />
    </main>
  );
}

/** Photos that arrived stay in the library; the others can be sent with a new code. */
function Expired({ session }: { session: PhoneSession }) {
  const { t } = useTranslation();
  const { items } = useStore(session.store);
  const sent = items.filter(({ status }) => status === 'saved').length;
  return (
    <Notice title={t('phone.expired')} text={t('phone.expiredText')}>
      {sent > 0 && <p>{t('phone.arrivedCount', { count: sent })}</p>}
    </Notice>
  );
}

type Props = {
  title: string;
  text: string;
  action?: { label: string; run: () => void };
  children?: ReactNode;
};

/** Explains why nothing can be sent at present, and what helps. */
function Notice({ title, text, action, children }: Props) {
  return (
    <>
      <main className={classes.content} role="alert">
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.lead}>{text}</p>
        {children}
      </main>
      {action && (
        <div className={classes.bar}>
          <button type="button" className={classes.action} onClick={action.run}>
            {action.label}
          </button>
        </div>
      )}
    </>
  );
}
