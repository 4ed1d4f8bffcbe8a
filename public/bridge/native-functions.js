// The functions that a page uses to call native functions.

/**
 * Calls a native function. With a callback, returns `""`, and calls the callback with each value in a later task.
 * Without a callback, blocks and returns the result. If the call fails, returns `""` and logs one error.
 * @param {string} method
 * @param {any} [args] one value that `JSON.stringify` can encode
 * @param {(value: any) => void} [callback]
 */
function call(method, args, callback) {
  if (typeof args === 'function') [args, callback] = [{}, args];
  const json = stringify(args === undefined ? null : args) ?? 'null'; // May throw, so it precedes the registration.
  const name = String(method).trim();
  if (typeof callback === 'function') {
    const stub = `dscb${page.dscb++}`;
    page[stub] = callback;
    postCall(name, json, stub);
    return '';
  }
  const answer = callSync(name, json);
  if (!answer.error) return answer.value;
  reportFailure(name, answer.error);
  return '';
}

/**
 * Posts a call with a callback.
 * @param {string} name
 * @param {string} json
 * @param {string} stub the callback's global name
 */
function postCall(name, json, stub) {
  post('post', `${encode(name)} ${stub} ${json}`, () => {
    delete page[stub];
    reportFailure(name, tooLarge());
  });
}

/**
 * Performs a call that the page makes through its own copy of dsbridge.js. Version 2 of dsbridge.js makes calls through
 * `prompt`. It encodes the argument's members next to the callback's name instead of in `data`, and expects the answer
 * as text.
 * @param {string} method
 * @param {string} text the JSON of the call
 * @param {boolean} [isPrompt] whether the call came through `prompt`
 */
function callNative(method, text, isPrompt) {
  const name = String(method).trim();
  let isOld = false;
  let error;
  try {
    const { _dscbstub: stub, ...rest } = parse(text || '{}') ?? {};
    isOld = !!isPrompt && !('data' in rest);
    const argument = stringify(isOld ? rest : rest.data) ?? 'null';
    if (stub === undefined) {
      const { value, json, error: failure } = callSync(name, argument);
      if (!failure) return isOld ? (typeof value === 'string' ? value : json) : `{"code":0,"data":${json}}`;
      error = failure;
    } else if (/^[\w$]{1,128}$/.test(stub)) {
      postCall(name, argument, stub);
      return isOld ? '' : '{"code":0,"data":""}';
    } else error = { message: 'the callback name is invalid' };
  } catch (problem) {
    error = { message: String(problem) };
  }
  reportFailure(name, error);
  return isOld ? '' : stringify({ code: -1, data: '', error });
}
