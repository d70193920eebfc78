import { ENTRY_LIMITS } from '@keepsake/contracts/creations/gallery';
import type { Widget } from '@keepsake/contracts/creations/widgets';
import { Button, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode } from '#/shared/api/api-problem.ts';
import { useIsBlocked } from '#/shared/customer-query.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { SelectField } from '#/shared/ui/form-fields.tsx';
import panels from '#/shared/ui/panels.module.css';
import { useForm } from '#/shared/use-form.ts';
import { categoriesQuery, type EntryContent, useOfferEntry, useWithdrawEntry } from './queries.ts';
import classes from './widget-page.module.css';

type Props = { widget: Widget; name: string };

/** The brand's public gallery: offering the widget, and the operator's decision [WID-02]. */
export function GalleryPanel({ widget, name }: Props) {
  const { t } = useTranslation();
  const { data: categories = [] } = useQuery(categoriesQuery(widget.channel));
  const [isOpen, setOpen] = useState(false);
  const { entry, isBlocked } = widget;
  const isAccountBlocked = useIsBlocked();
  if (categories.length === 0) return null;
  return (
    <section className={panels.panel} aria-labelledby="widget-gallery">
      <h2 id="widget-gallery">{t('widgets.gallery.title')}</h2>
      <p className={panels.help}>{t('widgets.gallery.help')}</p>
      {entry && (
        <p>
          {t(`widgets.gallery.state.${entry.state}`)}
          {entry.reason && (
            <>
              {' '}
              {t('widgets.gallery.reason')} <span dir="auto">{entry.reason}</span>
            </>
          )}
        </p>
      )}
      {isOpen && (
        <EntryForm widget={widget} name={name} categories={categories} onDone={() => setOpen(false)} />
      )}
      {isAccountBlocked && <p>{t('business.blockedAction')}</p>}
      <EntryActions
        widget={widget}
        canOffer={!isAccountBlocked}
        isHidden={isOpen || isBlocked}
        onOffer={() => setOpen(true)}
      />
    </section>
  );
}

type ActionsProps = Pick<Props, 'widget'> & { canOffer: boolean; isHidden: boolean; onOffer: () => void };

function EntryActions({ widget, canOffer, isHidden, onOffer }: ActionsProps) {
  const { t } = useTranslation();
  const { entry } = widget;
  const { mutate, isPending, error } = useWithdrawEntry(widget);
  return (
    <>
      {error && <DialogAlert error={error}>{t('widgets.gallery.failed')}</DialogAlert>}
      {!isHidden && (
        <div className={panels.actions}>
          {canOffer && (
            <Button variant="default" onClick={onOffer}>
              {t(entry ? 'widgets.gallery.change' : 'widgets.gallery.offer')}
            </Button>
          )}
          {entry?.url && (
            <Button component="a" variant="default" href={entry.url} target="_blank" rel="noopener">
              {t('widgets.gallery.look')}
            </Button>
          )}
          {entry && (
            <Button variant="subtle" color="red" loading={isPending} onClick={() => mutate()}>
              {t('widgets.gallery.takeOut')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

type Categories = readonly { name: string; title: string }[];
type FormProps = Props & { categories: Categories; onDone: () => void };

/** The entry as it is, or as it is suggested. */
function typedEntryOf(entry: Widget['entry'], name: string, categories: Categories): EntryContent {
  const existing = categories.find((category) => category.name === entry?.category);
  return {
    category: existing?.name ?? categories[0]?.name ?? '',
    title: entry?.title ?? name.slice(0, ENTRY_LIMITS.title),
    text: entry?.text ?? '',
  };
}

function EntryForm({ widget, name, categories, onDone }: FormProps) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useOfferEntry(widget);
  const { form, textField, values, change, isWrong } = useForm({
    initial: () => typedEntryOf(widget.entry, name, categories),
    faultsOf: ({ title }) => (title.trim() === '' ? ['title'] : []),
    unsaved: { failure: error },
    onSubmit: (content) => mutate(content, { onSuccess: onDone }),
  });
  return (
    <form {...form} className={classes.form}>
      <SelectField
        label={t('widgets.gallery.category')}
        value={values.category}
        choices={categories.map((each) => ({ value: each.name, label: each.title }))}
        onChange={(category) => change({ category })}
      />
      <TextInput
        {...textField('title')}
        label={t('widgets.gallery.entryTitle')}
        error={isWrong('title') && t('widgets.gallery.titleMissing')}
        maxLength={ENTRY_LIMITS.title}
        dir="auto"
      />
      <Textarea
        {...textField('text')}
        label={t('widgets.gallery.text')}
        maxLength={ENTRY_LIMITS.text}
        rows={4}
        dir="auto"
      />
      <p className={panels.help}>{t('widgets.gallery.rules')}</p>
      {error && <DialogAlert error={error}>{t(textOf(error))}</DialogAlert>}
      <SendOrCancel isSending={isPending} onCancel={onDone} />
    </form>
  );
}

function SendOrCancel({ isSending, onCancel }: { isSending: boolean; onCancel: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={panels.actions}>
      <Button type="submit" loading={isSending}>
        {t('widgets.gallery.send')}
      </Button>
      <Button variant="default" disabled={isSending} onClick={onCancel}>
        {t('address.cancel')}
      </Button>
    </div>
  );
}

const textOf = (error: Error) =>
  hasCode(error, 'account-blocked') ? 'business.blockedAction' : 'widgets.gallery.failed';
