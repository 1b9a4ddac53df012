/** Where a public link can be told to others: addresses that open their own form with it; nothing is sent before. */
export function shareTargets(link: string, title: string): readonly { name: string; address: string }[] {
  const [url, text] = [encodeURIComponent(link), encodeURIComponent(title)];
  return [
    { name: 'E-mail', address: `mailto:?subject=${text}&body=${url}` },
    { name: 'LinkedIn', address: `https://www.linkedin.com/sharing/share-offsite/?url=${url}` },
    { name: 'X', address: `https://x.com/intent/post?text=${text}&url=${url}` },
    { name: 'Facebook', address: `https://www.facebook.com/sharer/sharer.php?u=${url}` },
    { name: 'Reddit', address: `https://www.reddit.com/submit?url=${url}&title=${text}` },
  ];
}
