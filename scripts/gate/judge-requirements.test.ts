import { expect, test } from 'vitest';
import { idsInTitle, judgeRequirements, parseRequirements } from './judge-requirements.ts';

test('titles name requirements one by one, in lists and in ranges', () => {
  expect(idsInTitle('opens at the newest month [TL-05]')).toEqual(['TL-05']);
  expect(idsInTitle('[TL-05, HDR-01] and [PHO-09 to PHO-11]')).toEqual([
    'TL-05',
    'HDR-01',
    'PHO-09',
    'PHO-10',
    'PHO-11',
  ]);
  expect(idsInTitle('[TL-09..TL-11]')).toEqual(['TL-09', 'TL-10', 'TL-11']);
  expect(idsInTitle('reads [name] and [1-2]')).toEqual([]);
});

test('a requirement is proved by a passing test and by no failing one', () => {
  const requirements = parseRequirements(
    'id\tarea\tsource\trequirement\nA-01\tx\ty\tone\nA-02\tx\ty\ttwo\nA-03\tx\ty\tthree\n',
  );
  const tests = [
    { title: 'a [A-01, A-02]', isPassed: true },
    { title: 'b [A-02]', isPassed: false },
  ];
  expect(judgeRequirements(requirements, tests).map(({ id, state }) => [id, state])).toEqual([
    ['A-01', 'proved'],
    ['A-02', 'failing'],
    ['A-03', 'untested'],
  ]);
});
