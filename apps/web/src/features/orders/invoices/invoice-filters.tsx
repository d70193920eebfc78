import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '#/shared/ui/select.tsx';
import classes from './invoices-page.module.css';
import type { InvoiceFilter } from './queries.ts';

type Props = {
  filter: InvoiceFilter;
  /** Available filter values; undefined while loading. */
  choices: { years: readonly number[]; channels: readonly { id: string; name: string }[] } | undefined;
  onFilter: (filter: InvoiceFilter) => void;
};

/** Delay between the last keystroke and the search, in milliseconds. */
const PAUSE_MS = 300;

/** Filters by year, by brand if there are several, and by part of the number. */
export function InvoiceFilters({ filter, choices, onFilter }: Props) {
  const { t } = useTranslation();
  const years = union(choices?.years ?? [], filter.year);
  const brands = choices?.channels ?? [];
  return (
    <div className={classes.filters}>
      <Select
        label={t('invoices.year')}
        value={String(filter.year ?? '')}
        choices={[
          { value: '', label: t('invoices.allYears') },
          ...years.map((year) => ({ value: String(year), label: String(year) })),
        ]}
        onChange={(year) => onFilter({ ...filter, year: year === '' ? undefined : Number(year) })}
      />
      {brands.length > 1 && (
        <Select
          label={t('invoices.brand')}
          value={filter.channel ?? ''}
          choices={[
            { value: '', label: t('invoices.allBrands') },
            ...brands.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(channel) => onFilter({ ...filter, channel: channel === '' ? undefined : channel })}
        />
      )}
      <NumberSearch
        value={filter.number ?? ''}
        onSearch={(number) => onFilter({ ...filter, number: number === '' ? undefined : number })}
      />
    </div>
  );
}

/** The available values, plus the current one if it is not among them. */
function union<Value>(existing: readonly Value[], chosen: Value | undefined): Value[] {
  return chosen === undefined || existing.includes(chosen) ? [...existing] : [...existing, chosen];
}

type SearchProps = { value: string; onSearch: (value: string) => void };

function NumberSearch({ value, onSearch }: SearchProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const [requested, setRequested] = useState(value);
  // 'Show all' and the browser's Back change the filter from outside.
  if (requested !== value) {
    setRequested(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onSearch(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={t('invoices.search')}
      placeholder={t('invoices.search')}
      maxLength={50}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
