const FRAMES = 'iframe, frame, object, embed';

/**
 * Takes away frames that a script makes, before what they hold begins. No policy forbids those whose page stands in an
 * attribute of theirs (`srcdoc`), and each has a window of its own, with connections that no policy knows of (WebRTC).
 * Only uses what it takes note of now: a script may put something else in its place.
 */
export function forbidFrames(): void {
  const { apply } = Reflect;
  const { MutationObserver } = window;
  const { observe } = MutationObserver.prototype;
  const { attachShadow, remove } = Element.prototype;

  const inDocument = Document.prototype.querySelector;
  const inShadow = DocumentFragment.prototype.querySelector;

  function watch(root: Document | ShadowRoot, querySelector: typeof inDocument): void {
    const takeAway = () => {
      for (let frame = apply(querySelector, root, [FRAMES]); frame; frame = apply(querySelector, root, [FRAMES]))
        apply(remove, frame, []);
    };
    // Called before anything that a frame loads.
    apply(observe, new MutationObserver(takeAway), [root, { childList: true, subtree: true }]);
  }

  watch(document, inDocument);
  // What is in the shadow of an element is watched apart, which a copy of it would not be.
  Element.prototype.attachShadow = function (init) {
    const root = apply(attachShadow, this, [{ ...init, clonable: false }]);
    watch(root, inShadow);
    return root;
  };
  // Other ways to such shadows.
  for (const owner of [Element.prototype, ShadowRoot.prototype]) Reflect.deleteProperty(owner, 'setHTMLUnsafe');
  Reflect.deleteProperty(Document, 'parseHTMLUnsafe');
  for (const name of ['write', 'writeln', 'open']) Reflect.deleteProperty(Document.prototype, name);
}
