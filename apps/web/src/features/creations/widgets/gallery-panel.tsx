import { ENTRY_LIMITS } from '@keepsake/contracts/creations/gallery';
import type { Widget } from '@keepsake/contracts/creations/widgets';
import { Button, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { useIsBlocked } from '#/shared/customer-query.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import panels from '#/shared/ui/panels.module.css';
import { Select } from '#/shared/ui/select.tsx';
import { categoriesQuery, useOfferEntry, useWithdrawEntry } from './queries.ts';
import classes from './widget-page.module.css';

type Props = { widget: Widget; name: string };

/** The brand's public gallery: offering the widget, and the operator's decision [WID-02]. */
export function GalleryPanel({ widget, name }: Props) {
  const { t } = useTranslation();
  const { data: categories = [] } = useQuery(categoriesQuery(widget.channel));
  const [isOpen, setOpen] = useState(false);
  const { entry, isBlocked } = widget;
  const isAccountBlocked = useIsBlocked();
  const withdrawal = useWithdrawEntry(widget);
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
      {withdrawal.error && <DialogAlert>{t('widgets.gallery.failed')}</DialogAlert>}
      {!isOpen && !isBlocked && (
        <div className={panels.actions}>
          {!isAccountBlocked && (
            <Button variant="default" onClick={() => setOpen(true)}>
              {t(entry ? 'widgets.gallery.change' : 'widgets.gallery.offer')}
            </Button>
          )}
          {entry?.url && (
            <Button component="a" variant="default" href={entry.url} target="_blank" rel="noopener">
              {t('widgets.gallery.look')}
            </Button>
          )}
          {entry && (
            <Button
              variant="subtle"
              color="red"
              loading={withdrawal.isPending}
              onClick={() => withdrawal.mutate()}
            >
              {t('widgets.gallery.takeOut')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

type FormProps = Props & { categories: readonly { name: string; title: string }[]; onDone: () => void };

function EntryForm({ widget, name, categories, onDone }: FormProps) {
  const { t } = useTranslation();
  const { entry } = widget;
  const existing = categories.find((category) => category.name === entry?.category);
  const [category, setCategory] = useState(existing?.name ?? categories[0]?.name ?? '');
  const [title, setTitle] = useState(entry?.title ?? name.slice(0, ENTRY_LIMITS.title));
  const [text, setText] = useState(entry?.text ?? '');
  const [isJudged, setJudged] = useState(false);
  const { mutate, isPending, error } = useOfferEntry(widget);
  const isAccountBlocked = error instanceof ApiProblem && error.code === 'account-blocked';
  const isNameless = title.trim() === '';
  function submit(event: FormEvent) {
    event.preventDefault();
    setJudged(true);
    if (!isNameless) mutate({ category, title, text }, { onSuccess: onDone });
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.field}>
        <span className={classes.label} aria-hidden="true">
          {t('widgets.gallery.category')}
        </span>
        <Select
          label={t('widgets.gallery.category')}
          value={category}
          choices={categories.map((each) => ({ value: each.name, label: each.title }))}
          onChange={setCategory}
        />
      </div>
      <TextInput
        label={t('widgets.gallery.entryTitle')}
        value={title}
        error={isJudged && isNameless && t('widgets.gallery.titleMissing')}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        maxLength={ENTRY_LIMITS.title}
        dir="auto"
      />
      <Textarea
        label={t('widgets.gallery.text')}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        maxLength={ENTRY_LIMITS.text}
        rows={4}
        dir="auto"
      />
      <p className={panels.help}>{t('widgets.gallery.rules')}</p>
      {error && (
        <DialogAlert>{t(isAccountBlocked ? 'business.blockedAction' : 'widgets.gallery.failed')}</DialogAlert>
      )}
      <div className={panels.actions}>
        <Button type="submit" loading={isPending}>
          {t('widgets.gallery.send')}
        </Button>
        <Button variant="default" disabled={isPending} onClick={onDone}>
          {t('address.cancel')}
        </Button>
      </div>
    </form>
  );
}
