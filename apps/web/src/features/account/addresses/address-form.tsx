import {
  type AddressField,
  addressFormatOf,
  type TypedAddress,
} from '@keepsake/contracts/account/address-formats';
import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { type ChangeEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import formClasses from '#/shared/ui/form.module.css';
import { HELP_BELOW } from '#/shared/ui/form-fields.tsx';
import { Select } from '#/shared/ui/select.tsx';
import classes from './address-form.module.css';
import { useCountryName } from './saved-addresses.tsx';
import { useTypedAddress } from './use-typed-address.ts';

/** Autocomplete token per field; there is none for a house number. */
const AUTOFILL: Record<AddressField, string> = {
  name: 'name',
  company: 'organization',
  streetName: 'address-line1',
  streetNumber: 'off',
  addressLine: 'address-line2',
  postalCode: 'postal-code',
  city: 'address-level2',
  region: 'address-level1',
  phoneNumber: 'tel',
};

type Sending = {
  isSaving: boolean;
  error: Error | null;
  /** Why saving failed; null if it did not. */
  failure: ReactNode;
};

type Props = {
  initial: TypedAddress;
  /** Required fields in addition to those of the country. */
  required?: readonly AddressField[];
  /** Selectable countries; absent: the country is fixed. */
  countries?: readonly string[];
  /** Label of the submit button. */
  confirm: string;
  sending: Sending;
  /** Further fields below the address. */
  children?: ReactNode;
  onSubmit: (address: PostalAddress) => void;
  onCancel: () => void;
};

/**
 * Address form that follows the rules of the chosen country [ADR-04]. Loaded on first use, because it brings the phone number
 * rules along.
 */
export function AddressForm({ initial, required = [], countries, confirm, sending, ...props }: Props) {
  const { isSaving, failure } = sending;
  const { t } = useTranslation();
  const typed = useTypedAddress({ initial, required, failure: sending.error, onSubmit: props.onSubmit });
  const { faultsCount, focusOn } = typed;
  // A customer who has opened the account menu before the form arrived stays there.
  const focusFirst = useEffectEvent(() => {
    if (!document.activeElement?.closest('header, [role="menu"]')) focusOn('name');
  });
  useEffect(() => focusFirst(), []);
  const button = useFocusAfterFailure(isSaving, failure !== null);
  return (
    <form {...typed.form} className={classes.form}>
      <Country typed={typed} countries={countries} />
      {typed.rows.map((row) => (
        <div key={row.join()} className={classes.row}>
          {row.map((field) => (
            <Field key={field} field={field} typed={typed} isDisabled={isSaving} />
          ))}
        </div>
      ))}
      {props.children}
      {faultsCount > 0 && (
        <DialogAlert error={null}>{t('address.check', { count: faultsCount })}</DialogAlert>
      )}
      {failure && faultsCount === 0 && <DialogAlert error={sending.error}>{failure}</DialogAlert>}
      <div className={formClasses.actions}>
        <Button ref={button} type="submit" loading={isSaving}>
          {confirm}
        </Button>
        <Button variant="default" onClick={props.onCancel} disabled={isSaving}>
          {t('address.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** A disabled button loses the focus; this gives it back after a failure, so that it can be pressed again. */
function useFocusAfterFailure(isSaving: boolean, hasFailed: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasSaving = useRef(false);
  useEffect(() => {
    if (wasSaving.current && !isSaving && hasFailed) button.current?.focus();
    wasSaving.current = isSaving;
  }, [isSaving, hasFailed]);
  return button;
}

type Typed = ReturnType<typeof useTypedAddress>;

function Field({ field, typed, isDisabled }: { field: AddressField; typed: Typed; isDisabled: boolean }) {
  const { t } = useTranslation();
  const { labels, postalCodes } = addressFormatOf(typed.country);
  const example = field === 'postalCode' ? postalCodes?.example : undefined;
  const help = example
    ? t('address.example', { example })
    : field === 'streetNumber' && t('address.noNumber');
  const isRequired = typed.isRequired(field);
  const isWrong = typed.isWrong(field);
  return (
    <TextInput
      id={useId()}
      name={field}
      type={field === 'phoneNumber' ? 'tel' : 'text'}
      inputMode={/^[\d ]+$/.test(example ?? '') ? 'numeric' : undefined}
      autoComplete={AUTOFILL[field]}
      label={
        <>
          {t(`address.label.${labels[field] ?? field}`)}
          {!isRequired && <span className={classes.optional}> {t('address.optional')}</span>}
        </>
      }
      description={isWrong && help}
      error={isWrong && t(`address.fault.${field}`)}
      inputWrapperOrder={HELP_BELOW}
      classNames={{ root: classes.field, label: classes.label }}
      data-field={field}
      aria-required={isRequired}
      value={typed.textOf(field)}
      onChange={(event) => typed.change(field, event.currentTarget.value, isFilledIn(event))}
      onBlur={() => typed.leave(field)}
      disabled={isDisabled}
    />
  );
}

/** Whether a value was autofilled or pasted instead of typed. */
function isFilledIn({ nativeEvent }: ChangeEvent<HTMLInputElement>): boolean {
  const { inputType } = nativeEvent as InputEvent;
  return !inputType || inputType === 'insertReplacementText' || inputType === 'insertFromPaste';
}

function Country({ typed, countries }: { typed: Typed; countries: readonly string[] | undefined }) {
  const { t } = useTranslation();
  const nameOf = useCountryName();
  const choices = (countries ?? []).map((value) => ({ value, label: nameOf(value) }));
  return (
    <div className={classes.country}>
      <span className={classes.label} aria-hidden={choices.length > 0}>
        {t('address.label.country')}
      </span>
      {choices.length > 0 ? (
        <Select
          label={t('address.label.country')}
          autoComplete="country"
          value={typed.country}
          choices={choices.toSorted((a, b) => a.label.localeCompare(b.label))}
          onChange={typed.changeCountry}
        />
      ) : (
        <span>
          {nameOf(typed.country)} <span className={classes.optional}>{t('address.countryStays')}</span>
        </span>
      )}
    </div>
  );
}
