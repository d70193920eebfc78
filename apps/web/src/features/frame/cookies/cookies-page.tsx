import type { ConsentRequested } from '@keepsake/contracts/frame/configuration';
import {
  CONSENT_DAYS,
  CONSENT_MONTHS,
  consentsTo,
  type GivenConsent,
  type Purpose,
} from '@keepsake/contracts/frame/cookie-consent';
import { DAY_MS } from '@keepsake/contracts/platform/limits';
import { useTranslation } from 'react-i18next';
import { useChannel, useConfiguration } from '#/shared/configuration.tsx';
import { formatDateInSentence } from '#/shared/format.ts';
import { Page } from '#/shared/ui/page.tsx';
import { isRefusedByBrowser, purposesOf, questionOf, useConsent } from './consent.ts';
import { ConsentForm } from './consent-form.tsx';
import classes from './cookies.module.css';

/** Browser storage the pages need to work, in the order of the list. */
const NECESSARY = ['signIn', 'brand', 'settings', 'uploads', 'choice'] as const;

/** Lists what is stored in the browser, with the choice about the optional part; open to anybody at any time. */
export function CookiesPage() {
  const { t } = useTranslation();
  const { consent: requested } = useConfiguration();
  const { name: brand } = useChannel();
  return (
    <Page title={t('cookies.title')}>
      {requested ? (
        <Choice requested={requested} />
      ) : (
        <p className={classes.text}>{t('cookies.nothingAsked', { brand })}</p>
      )}
      <section className={classes.section}>
        <h2 className={classes.heading}>{t('cookies.necessary.title')}</h2>
        <p className={classes.text}>{t('cookies.necessary.text')}</p>
        <ul className={classes.items}>
          {NECESSARY.map((item) => (
            <li key={item}>{t(`cookies.necessary.item.${item}`, { months: CONSENT_MONTHS })}</li>
          ))}
        </ul>
      </section>
    </Page>
  );
}

function Choice({ requested }: { requested: ConsentRequested }) {
  const { t } = useTranslation();
  const { name: brand } = useChannel();
  const given = useConsent(requested);
  // Running scripts cannot be stopped, and this page's security policy excludes scripts that were not permitted when it loaded.
  const reload = () => window.location.reload();
  return (
    <section className={classes.section}>
      <p className={classes.text}>{t(`cookies.ask.${questionOf(requested)}`, { brand })}</p>
      <div className={classes.choice} role="status">
        {given ? (
          <Given given={given} purposes={purposesOf(requested)} />
        ) : (
          <p>{t(isRefusedByBrowser() ? 'cookies.refusedByBrowser' : 'cookies.notChosen')}</p>
        )}
      </div>
      <ConsentForm
        key={given?.code}
        requested={requested}
        given={given}
        {...(given && { onSaved: reload })}
      />
    </section>
  );
}

type GivenProps = { given: GivenConsent; purposes: readonly Purpose[] };

/** What was chosen, when and until when, and the number that proves it. */
function Given({ given: { code, chosenAt, id }, purposes }: GivenProps) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const until = new Date(chosenAt.getTime() + CONSENT_DAYS * DAY_MS);
  return (
    <>
      <p>
        {t('cookies.chosen', {
          date: formatDateInSentence(chosenAt, locale, timeZone),
          until: formatDateInSentence(until, locale, timeZone),
        })}
      </p>
      <ul>
        {purposes.map((purpose) => (
          <li key={purpose}>
            {t(`cookies.purpose.${purpose}.title`)}:{' '}
            <strong>{t(consentsTo(code, purpose) ? 'cookies.accepted' : 'cookies.refused')}</strong>
          </li>
        ))}
      </ul>
      <p className={classes.proof}>
        {t('cookies.proof')} <span translate="no">{id}</span>
      </p>
    </>
  );
}
