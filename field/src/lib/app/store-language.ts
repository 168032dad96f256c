import type { Language } from '@doorstep/contract/languages';

/** Resolves once the worker has stored the file of a language, so that the language opens without a network. */
export async function storeLanguage(worker: ServiceWorker, language: Language): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => (data ? resolve() : reject(new Error('It was not stored.')));
    worker.postMessage({ language }, [port2]);
  });
}
