import { expect, test } from 'vitest';
import { isFlagOn, rememberQueryFlags } from './flags.tsx';

function storage(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  };
}
const off = () => ({ host: 'photos.example', hostLists: {}, local: storage(), visit: storage() });

test('a flag is off unless something turns it on', () => {
  expect(isFlagOn('PhotoExportEnabled', off())).toBe(false);
});

test('local storage turns a flag on [FLG-01]', () => {
  expect(isFlagOn('PhotoExportEnabled', { ...off(), local: storage({ PhotoExportEnabled: 'true' }) })).toBe(
    true,
  );
});

test('the query turns a flag on for the rest of the visit [FLG-02]', () => {
  const visit = storage();
  rememberQueryFlags('?PhotoExportEnabled=true&other=1', visit);
  expect(isFlagOn('PhotoExportEnabled', { ...off(), visit })).toBe(true);
  rememberQueryFlags('', visit);
  expect(isFlagOn('PhotoExportEnabled', { ...off(), visit })).toBe(true);
  rememberQueryFlags('?PhotoExportEnabled=false', visit);
  expect(isFlagOn('PhotoExportEnabled', { ...off(), visit })).toBe(false);
});

test.each([
  [['photos.example'], true],
  [['*'], true],
  [['other.example'], false],
  [[], false],
])('the host list %s decides [FLG-03]', (hosts, isOn) => {
  expect(isFlagOn('PhotoExportEnabled', { ...off(), hostLists: { PhotoExportEnabled: hosts } })).toBe(isOn);
});

test('the short name of a flag is accepted', () => {
  const hostLists = { UploadViewEnabled: ['*'] };
  expect(isFlagOn('PhotoManagementUploadViewEnabled', { ...off(), hostLists })).toBe(true);
});
