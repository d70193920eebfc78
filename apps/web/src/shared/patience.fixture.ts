// Screens load their parts as customers' do: on a busy machine that takes longer than the usual second.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 15_000 });
}

export {};
