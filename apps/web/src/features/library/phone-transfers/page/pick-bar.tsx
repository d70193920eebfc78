import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PICKER_ACCEPT } from '#/shared/uploads/pick/accept-file.ts';
import classes from './phone-page.module.css';

type Props = {
  /** Whether nothing was picked yet. */
  isFirst: boolean;
  onPick: (files: readonly File[]) => void;
};

/** The main action, at the bottom where thumbs are. Named among the types, HEIC comes as it is and not made a JPEG. */
export function PickBar({ isFirst, onPick }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const label = t(isFirst ? 'import.choosePhotos' : 'import.chooseMore');
  function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])];
    // The same files can be picked again.
    currentTarget.value = '';
    if (files.length > 0) onPick(files);
  }
  return (
    <div className={classes.bar}>
      <button type="button" className={classes.action} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={PICKER_ACCEPT}
        aria-label={label}
        onChange={take}
      />
    </div>
  );
}
