// @ts-check
// A form that is submitted once at a time and shows why it was refused.

import { useState } from '../ui/html.js';

/** Return the state of a form, and a function that makes its submit handler. */
export function useForm() {
  const [state, setState] = useState({ isSubmitting: false, error: /** @type {string | null} */ (null) });
  /** @param {() => Promise<string | null>} action resolves to an error message, or null */
  const submitHandler = (action) => async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (state.isSubmitting) return;
    setState({ isSubmitting: true, error: null });
    const error = await action().catch((/** @type {Error} */ { message }) => message);
    setState({ isSubmitting: false, error });
  };
  return { ...state, submitHandler };
}
