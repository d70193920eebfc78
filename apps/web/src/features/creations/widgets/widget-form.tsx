import {
  MAX_WIDGET_SITES,
  siteOf,
  WIDGET_COLOURS,
  WIDGET_SIZES,
  type Widget,
  type WidgetSettings,
  type WidgetSize,
} from '@keepsake/contracts/creations/widgets';
import { Button, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { Select } from '#/shared/ui/select.tsx';
import classes from './widget-page.module.css';

type Props = {
  widget: Widget;
  isSaving: boolean;
  error: Error | null;
  onSave: (settings: WidgetSettings) => void;
};

/** Message for a failure to save. */
export const textOf = (error: Error) =>
  error instanceof ApiProblem && error.code === 'order-blocked' ? 'widgets.blocked' : 'widgets.saveFailed';

const SIZES = Object.keys(WIDGET_SIZES) as WidgetSize[];
const linesOf = (typed: string) => typed.split(/[\s,;]+/).filter(Boolean);

/** Form for a widget's settings and the sites that may embed it. Validated on submit, keeping what was typed. */
export function WidgetForm({ widget, isSaving, error, onSave }: Props) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [title, setTitle] = useState(widget.title ?? '');
  const [firstPlace, setFirst] = useState(widget.firstPlace);
  const [lastPlace, setLast] = useState(widget.lastPlace ?? widget.placesCount);
  const [colours, setColours] = useState(widget.colours);
  const [size, setSize] = useState(widget.size);
  const [typedSites, setSites] = useState(widget.sites.join('\n'));
  const [isJudged, setJudged] = useState(false);
  const typed = linesOf(typedSites);
  const wrong = typed.find((site) => siteOf(site) === null);
  const siteFault =
    wrong !== undefined
      ? t('widgets.fault.site', { site: wrong })
      : typed.length > MAX_WIDGET_SITES && t('widgets.fault.sites', { count: MAX_WIDGET_SITES });

  function submit(event: FormEvent) {
    event.preventDefault();
    setJudged(true);
    if (siteFault) return form.current?.querySelector<HTMLElement>('[name="sites"]')?.focus();
    const sites = [...new Set(typed.flatMap((site) => siteOf(site) ?? []))];
    const last = Math.max(firstPlace, lastPlace);
    onSave({
      title: title.trim() || null,
      firstPlace,
      lastPlace: last === widget.placesCount ? null : last,
      colours,
      size,
      sites,
    });
  }
  const places = Array.from({ length: widget.placesCount }, (_, at) => ({
    value: String(at + 1),
    label: String(at + 1),
  }));
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label={t('widgets.field.title')}
        description={t('widgets.titleHelp')}
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        maxLength={200}
        placeholder={widget.productTitle ?? undefined}
        dir="auto"
      />
      <div className={classes.pair}>
        <Choice label={t('widgets.field.firstPlace')}>
          <Select
            label={t('widgets.field.firstPlace')}
            value={String(firstPlace)}
            choices={places}
            onChange={(value) => setFirst(Number(value))}
          />
        </Choice>
        <Choice label={t('widgets.field.lastPlace')}>
          <Select
            label={t('widgets.field.lastPlace')}
            value={String(Math.max(firstPlace, lastPlace))}
            choices={places.slice(firstPlace - 1)}
            onChange={(value) => setLast(Number(value))}
          />
        </Choice>
        <Choice label={t('widgets.field.colours')}>
          <Select
            label={t('widgets.field.colours')}
            value={colours}
            choices={WIDGET_COLOURS.map((value) => ({ value, label: t(`widgets.colours.${value}`) }))}
            onChange={setColours}
          />
        </Choice>
        <Choice label={t('widgets.field.size')}>
          <Select
            label={t('widgets.field.size')}
            value={size}
            choices={SIZES.map((value) => ({ value, label: t(`widgets.size.${value}`) }))}
            onChange={setSize}
          />
        </Choice>
      </div>
      <Textarea
        name="sites"
        label={t('widgets.field.sites')}
        description={t('widgets.sitesHelp')}
        placeholder="https://www.example.org"
        value={typedSites}
        error={isJudged && siteFault}
        onChange={({ currentTarget }) => setSites(currentTarget.value)}
        rows={3}
        spellCheck={false}
        autoCapitalize="none"
      />
      {error && <DialogAlert>{t(textOf(error))}</DialogAlert>}
      <Button type="submit" loading={isSaving} className={classes.save}>
        {t('widgets.save')}
      </Button>
    </form>
  );
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.field}>
      <span className={classes.label} aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}
