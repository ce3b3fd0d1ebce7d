// Hooks that let Node import packages whose modules name each other without a file extension, as bundlers allow.

export async function resolve(specifier, context, nextResolve) {
  try {
    return await nextResolve(specifier, context);
  } catch (problem) {
    if (problem.code !== 'ERR_MODULE_NOT_FOUND' || !specifier.startsWith('.')) throw problem;
    return await nextResolve(`${specifier}.js`, context);
  }
}
