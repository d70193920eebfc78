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
import { useTranslation } from 'react-i18next';
import { hasCode } from '#/shared/api/api-problem.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { SelectField } from '#/shared/ui/form-fields.tsx';
import { useForm } from '#/shared/use-form.ts';
import classes from './widget-page.module.css';

type Props = {
  widget: Widget;
  isSaving: boolean;
  error: Error | null;
  onSave: (settings: WidgetSettings) => void;
};

/** Message for a failure to save. */
export const textOf = (error: Error) =>
  hasCode(error, 'order-blocked') ? 'widgets.blocked' : 'widgets.saveFailed';

const SIZES = Object.keys(WIDGET_SIZES) as WidgetSize[];

/** Values of the form; `sites` as typed. */
type TypedSettings = Pick<Widget, 'firstPlace' | 'colours' | 'size'> & {
  title: string;
  lastPlace: number;
  sites: string;
};

const typedSettingsOf = (widget: Widget): TypedSettings => ({
  title: widget.title ?? '',
  firstPlace: widget.firstPlace,
  lastPlace: widget.lastPlace ?? widget.placesCount,
  colours: widget.colours,
  size: widget.size,
  sites: widget.sites.join('\n'),
});

const linesOf = (typed: string) => typed.split(/[\s,;]+/).filter(Boolean);

/** The last place is never before the first. */
const lastOf = ({ firstPlace, lastPlace }: TypedSettings) => Math.max(firstPlace, lastPlace);

function settingsOf(typed: TypedSettings, { placesCount }: Widget): WidgetSettings {
  const last = lastOf(typed);
  return {
    title: typed.title.trim() || null,
    firstPlace: typed.firstPlace,
    lastPlace: last === placesCount ? null : last,
    colours: typed.colours,
    size: typed.size,
    sites: [...new Set(linesOf(typed.sites).flatMap((site) => siteOf(site) ?? []))],
  };
}

/** Form for a widget's settings and the sites that may embed it. Validated on submit, keeping what was typed. */
export function WidgetForm({ widget, isSaving, error, onSave }: Props) {
  const { t } = useTranslation();
  const siteFaultOf = useSiteFault();
  const { form, textField, values, change, isWrong } = useForm({
    initial: () => typedSettingsOf(widget),
    faultsOf: ({ sites }) => (siteFaultOf(sites) === null ? [] : ['sites']),
    unsaved: { failure: error },
    judging: 'sent',
    onSubmit: (typed) => onSave(settingsOf(typed, widget)),
  });
  return (
    <form {...form} className={classes.form}>
      <TextInput
        {...textField('title')}
        label={t('widgets.field.title')}
        description={t('widgets.titleHelp')}
        maxLength={200}
        placeholder={widget.productTitle ?? undefined}
        dir="auto"
      />
      <Choices typed={values} placesCount={widget.placesCount} onChange={change} />
      <Textarea
        {...textField('sites')}
        label={t('widgets.field.sites')}
        description={t('widgets.sitesHelp', { sites: MAX_WIDGET_SITES })}
        placeholder="https://www.example.org"
        error={isWrong('sites') && siteFaultOf(values.sites)}
        rows={3}
        spellCheck={false}
        autoCapitalize="none"
      />
      {error && <DialogAlert error={error}>{t(textOf(error))}</DialogAlert>}
      <Button type="submit" loading={isSaving} className={classes.save}>
        {t('widgets.save')}
      </Button>
    </form>
  );
}

/** What is wrong with the typed sites: the first that is none, or their number. */
function useSiteFault(): (typed: string) => string | null {
  const { t } = useTranslation();
  return (typed) => {
    const lines = linesOf(typed);
    const wrong = lines.find((site) => siteOf(site) === null);
    if (wrong !== undefined) return t('widgets.fault.site', { site: wrong });
    return lines.length > MAX_WIDGET_SITES ? t('widgets.fault.sites', { count: MAX_WIDGET_SITES }) : null;
  };
}

type ChoicesProps = {
  typed: TypedSettings;
  placesCount: number;
  onChange: (changed: Partial<TypedSettings>) => void;
};

function Choices({ typed, placesCount, onChange }: ChoicesProps) {
  const { t } = useTranslation();
  const places = Array.from({ length: placesCount }, (_, at) => ({
    value: String(at + 1),
    label: String(at + 1),
  }));
  return (
    <div className={classes.pair}>
      <SelectField
        label={t('widgets.field.firstPlace')}
        value={String(typed.firstPlace)}
        choices={places}
        onChange={(value) => onChange({ firstPlace: Number(value) })}
      />
      <SelectField
        label={t('widgets.field.lastPlace')}
        value={String(lastOf(typed))}
        choices={places.slice(typed.firstPlace - 1)}
        onChange={(value) => onChange({ lastPlace: Number(value) })}
      />
      <SelectField
        label={t('widgets.field.colours')}
        value={typed.colours}
        choices={WIDGET_COLOURS.map((value) => ({ value, label: t(`widgets.colours.${value}`) }))}
        onChange={(colours) => onChange({ colours })}
      />
      <SelectField
        label={t('widgets.field.size')}
        value={typed.size}
        choices={SIZES.map((value) => ({ value, label: t(`widgets.size.${value}`) }))}
        onChange={(size) => onChange({ size })}
      />
    </div>
  );
}
