import {
  changeNewsletter,
  NEWSLETTER_FREQUENCIES,
  NEWSLETTER_TOPICS,
  type Newsletter,
  type NewsletterFrequency,
  type NewsletterTopic,
  subscribeToNewsletter,
} from '@keepsake/contracts/account/newsletter';
import { Button, Checkbox, Radio } from '@mantine/core';
import panels from '#/shared/ui/panels.module.css';
import { newsletterQuery } from './queries.tsx';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useTranslation } from 'react-i18next';
import { hasCode } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useForm } from '#/shared/use-form.ts';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './newsletter-page.module.css';
import { languageOfPage } from './queries.tsx';

type Choice = { topics: NewsletterTopic[]; frequency: NewsletterFrequency };

/** Topics and frequency of the newsletter, for subscribing or changing. Nothing is pre-ticked. */
export function ChoiceForm({ newsletter }: { newsletter: Newsletter }) {
  const { t } = useTranslation();
  const isSubscribed = newsletter.status === 'subscribed';
  const { save, isSaving, error, failure } = useSave(newsletter);
  const { form, values, change, isWrong } = useForm<Choice, 'topics'>({
    initial: { topics: newsletter.topics, frequency: newsletter.frequency },
    isLive: true,
    faultsOf: ({ topics }) => (topics.length === 0 ? ['topics'] : []),
    unsaved: { failure: error },
    onSubmit: save,
  });
  return (
    <form {...form} className={classes.form}>
      <Topics
        chosen={values.topics}
        isLacking={isWrong('topics')}
        onChoose={(topics) => change({ topics })}
      />
      <fieldset className={classes.choices}>
        <legend>{t('newsletter.frequency')}</legend>
        {NEWSLETTER_FREQUENCIES.map((one) => (
          <Radio
            key={one}
            name="frequency"
            size="md"
            value={one}
            label={t(`newsletter.often.${one}`)}
            checked={values.frequency === one}
            onChange={() => change({ frequency: one })}
          />
        ))}
      </fieldset>
      {!isSubscribed && <p className={classes.consent}>{newsletter.consent.text}</p>}
      {failure && <DialogAlert error={error}>{t(`newsletter.${failure}`)}</DialogAlert>}
      <Button type="submit" size="md" className={panels.main} loading={isSaving}>
        {t(isSubscribed ? 'newsletter.save' : 'newsletter.subscribe')}
      </Button>
    </form>
  );
}

type TopicsProps = {
  chosen: readonly NewsletterTopic[];
  /** Whether to say that one must be chosen. */
  isLacking: boolean;
  onChoose: (topics: NewsletterTopic[]) => void;
};

function Topics({ chosen, isLacking, onChoose }: TopicsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.choices} aria-describedby={isLacking ? 'newsletter-lacking' : undefined}>
      <legend>{t('newsletter.topics')}</legend>
      {NEWSLETTER_TOPICS.map((topic) => (
        <Checkbox
          key={topic}
          name="topics"
          size="md"
          classNames={{ description: classes.context }}
          label={t(`newsletter.topic.${topic}`)}
          description={t(`newsletter.about.${topic}`)}
          checked={chosen.includes(topic)}
          error={isLacking}
          onChange={({ currentTarget: { checked } }) =>
            onChoose(NEWSLETTER_TOPICS.filter((one) => (one === topic ? checked : chosen.includes(one))))
          }
        />
      ))}
      {isLacking && (
        <p id="newsletter-lacking" role="alert" className={classes.fault}>
          {t('newsletter.lacking')}
        </p>
      )}
    </fieldset>
  );
}

/** Saves a choice; `textChanged` if the consent text has changed and must be shown again. */
function useSave({ status, consent }: Newsletter) {
  const { t } = useTranslation();
  const isSubscribed = status === 'subscribed';
  const { mutate, isPending, error } = useMutation({
    mutationFn(choice: Choice) {
      const body = { ...choice, locale: languageOfPage() };
      return isSubscribed
        ? call(changeNewsletter, { body })
        : call(subscribeToNewsletter, { body: { ...body, consentVersion: consent.version } });
    },
    meta: { action: 'CHANGE_NEWSLETTER', invalidates: [newsletterQuery.queryKey] },
    onSuccess() {
      if (isSubscribed) showToast({ message: t('newsletter.saved'), tone: 'success' });
    },
  });
  const isTextChanged = hasCode(error, 'conflict');
  return {
    save: mutate,
    isSaving: isPending,
    error,
    failure: error && (isTextChanged ? ('textChanged' as const) : ('notSaved' as const)),
  };
}
