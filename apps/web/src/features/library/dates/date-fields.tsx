import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { dateFormat } from '@keepsake/contracts/platform/formats';
import { FIRST_PHOTO_YEAR } from '@keepsake/contracts/platform/limits';
import { useTranslation } from 'react-i18next';
import { capitalised, formatMonthInSentence as monthInSentence, useLocale } from '#/shared/format.ts';
import { SelectField } from '#/shared/ui/form-fields.tsx';
import type { useForm } from '#/shared/use-form.ts';
import classes from './change-date.module.css';
import { daysOfMonthWithout, type FaultyField, type TypedDate, UNIT_NAMES } from './change-of.ts';

export type DateForm = Pick<
  ReturnType<typeof useForm<TypedDate, FaultyField>>,
  'values' | 'change' | 'textField' | 'isWrong'
>;

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

const DATE_FIELDS = ['year', 'day', 'time'] as const satisfies readonly FaultyField[];

/** A date of which later parts may be left out. */
export function DateFields(form: DateForm) {
  const { t } = useTranslation();
  const { values, isWrong } = form;
  return (
    <>
      <div className={classes.fields}>
        <YearAndMonth {...form} />
        <DayAndTime {...form} />
      </div>
      {DATE_FIELDS.some(isWrong) && <DateFault values={values} />}
      <p className={classes.soft}>{isYearAlone(values) ? t('dates.yearAlone') : t('dates.hint')}</p>
      {values.year.trim() === '1970' && values.month === '01' && <Unknown />}
    </>
  );
}

function YearAndMonth({ values, change, textField, isWrong }: DateForm) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nameOf = createMonthName(locale);
  const months = MONTHS.map((value) => ({ value, label: capitalised(nameOf(Number(value)), locale) }));
  return (
    <>
      <TextInput
        {...textField('year')}
        error={isWrong('year')}
        label={t('dates.year')}
        inputMode="numeric"
        maxLength={4}
        data-autofocus
      />
      <SelectField
        label={t('dates.month')}
        value={values.month}
        choices={[{ value: '', label: t('dates.unknown') }, ...months]}
        onChange={(month) => change({ month })}
      />
    </>
  );
}

function DayAndTime({ textField, isWrong }: DateForm) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        {...textField('day')}
        error={isWrong('day')}
        label={t('dates.day')}
        inputMode="numeric"
        maxLength={2}
      />
      <TextInput
        {...textField('time')}
        error={isWrong('time')}
        label={t('dates.time')}
        type="time"
        step={1}
      />
    </>
  );
}

/** By how much dates move, and in which direction. */
export function ShiftFields({ values, change, textField, isWrong }: DateForm) {
  const { t } = useTranslation();
  const directions = (['later', 'earlier'] as const).map((value) => ({ value, label: t(`dates.${value}`) }));
  return (
    <>
      <div className={classes.fields}>
        {UNIT_NAMES.map((unit) => (
          <TextInput
            key={unit}
            {...textField(unit)}
            error={isWrong(unit)}
            label={t(`dates.${unit}`)}
            inputMode="numeric"
            maxLength={6}
          />
        ))}
        <SelectField
          label={t('dates.direction')}
          value={values.direction}
          choices={directions}
          onChange={(direction) => change({ direction })}
        />
      </div>
      {UNIT_NAMES.some(isWrong) && <Fault text={t('dates.wrongShift')} />}
    </>
  );
}

const isYearAlone = ({ year, month, day }: TypedDate) =>
  /^\d{4}$/.test(year.trim()) && month === '' && day.trim() === '';

/** Why a date is none: a day that its month does not have, or anything else. */
function DateFault({ values }: Pick<DateForm, 'values'>) {
  const { t } = useTranslation();
  const month = monthInSentence(Number(values.year), Number(values.month), useLocale());
  const days = daysOfMonthWithout(values);
  if (days !== null) return <Fault text={t('dates.daysOfMonth', { month, days })} />;
  return <Fault text={t('dates.wrongDate', { first: String(FIRST_PHOTO_YEAR) })} />;
}

function Fault({ text }: { text: string }) {
  return (
    <p className={classes.fault} role="alert">
      {text}
    </p>
  );
}

/** Photos of this month stay under the heading of unknown dates [TL-07]. */
function Unknown() {
  const { t } = useTranslation();
  const month = monthInSentence(1970, 1, useLocale());
  return <p className={classes.soft}>{t('dates.january', { heading: t('library.unknownDate'), month })}</p>;
}

/** Names of months, 1 to 12, in a language. */
function createMonthName(locale: string): (month: number) => string {
  const format = dateFormat(locale, { month: 'long', timeZone: 'UTC' });
  return (month) => format.format(new Date(Date.UTC(2000, month - 1, 1)));
}
