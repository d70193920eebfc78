import {
  changeNewsletter,
  NEWSLETTER_PAUSES,
  type Newsletter,
  unsubscribeFromNewsletter,
} from '@keepsake/contracts/account/newsletter';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDateInSentence } from '#/shared/format.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import panels from '#/shared/ui/panels.module.css';
import { Select } from '#/shared/ui/select.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { ChoiceForm } from './choice-form.tsx';
import classes from './newsletter-page.module.css';
import { languageOfPage, newsletterQuery } from './queries.tsx';

/** A confirmed subscription: its topics, pausing, and unsubscribing. */
export function Subscription({ newsletter }: { newsletter: Newsletter }) {
  const { t } = useTranslation();
  return (
    <>
      <p className={classes.intro}>{t('newsletter.goesTo', { email: newsletter.email })}</p>
      <ChoiceForm newsletter={newsletter} />
      <Pause pausedUntil={newsletter.pausedUntil} />
      <Leave />
    </>
  );
}

function Pause({ pausedUntil }: Pick<Newsletter, 'pausedUntil'>) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const [days, setDays] = useState<PauseDays>(30);
  const { pause, goOn, isSaving, error } = usePause(pausedUntil !== null);
  return (
    <section className={panels.panel} aria-labelledby="newsletter-pause">
      <h2 id="newsletter-pause">{t('newsletter.pause')}</h2>
      <p role="status" className={panels.help}>
        {pausedUntil
          ? t('newsletter.pausedUntil', { date: formatDateInSentence(pausedUntil, locale, timeZone) })
          : t('newsletter.whyPause')}
      </p>
      {error && <DialogAlert error={error}>{t('newsletter.notSaved')}</DialogAlert>}
      <div className={panels.actions}>
        {!pausedUntil && (
          <Select
            label={t('newsletter.pauseFor')}
            value={String(days)}
            choices={NEWSLETTER_PAUSES.map((count) => ({
              value: String(count),
              label: t('newsletter.days', { count }),
            }))}
            onChange={(value) => setDays(NEWSLETTER_PAUSES.find((count) => String(count) === value) ?? 30)}
          />
        )}
        <Button variant="default" loading={isSaving} onClick={() => (pausedUntil ? goOn() : pause(days))}>
          {t(pausedUntil ? 'newsletter.goOn' : 'newsletter.doPause')}
        </Button>
      </div>
    </section>
  );
}

type PauseDays = (typeof NEWSLETTER_PAUSES)[number];

/** Pauses the mails, or ends the pause. */
function usePause(isPaused: boolean) {
  const change = (pauseDays: 0 | PauseDays) =>
    call(changeNewsletter, { body: { pauseDays, locale: languageOfPage() } });
  const meta = { action: 'PAUSE_NEWSLETTER', invalidates: [newsletterQuery.queryKey] as const };
  // Two mutations, because a single one would treat two quick presses as the same.
  const pause = useMutation({ mutationFn: (days: PauseDays) => change(days), meta });
  const goOn = useMutation({ mutationFn: () => change(0), meta });
  return {
    pause: (days: PauseDays) => pause.mutate(days),
    goOn: () => goOn.mutate(),
    isSaving: pause.isPending || goOn.isPending,
    error: (isPaused ? goOn : pause).error,
  };
}

/** Asks for no confirmation, because subscribing again is easy. */
function Leave() {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(unsubscribeFromNewsletter, {}),
    meta: { action: 'UNSUBSCRIBE_NEWSLETTER', invalidates: [newsletterQuery.queryKey] },
    onSuccess: () => showToast({ message: t('newsletter.left'), tone: 'success' }),
  });
  return (
    <section className={panels.panel} aria-labelledby="newsletter-leave">
      <h2 id="newsletter-leave">{t('newsletter.leave')}</h2>
      <p className={panels.help}>{t('newsletter.leaveHelp')}</p>
      {error && <DialogAlert error={error}>{t('newsletter.notSaved')}</DialogAlert>}
      <div className={panels.actions}>
        <Button variant="default" loading={isPending} onClick={() => mutate()}>
          {t('newsletter.doLeave')}
        </Button>
      </div>
    </section>
  );
}
