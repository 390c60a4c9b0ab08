//! Sources of git repositories as cargo writes them: `git+https://…?rev=…#commit`.

/// The source without the commit.
pub fn asked_for(source: &str) -> &str {
    source.split('#').next().unwrap_or(source)
}

/// The repository's address.
pub fn address(source: &str) -> &str {
    let source = asked_for(source);
    let source = source.strip_prefix("git+").unwrap_or(source);
    source.split('?').next().unwrap_or(source)
}

/// The `rev`, `branch` or `tag` that was asked for.
pub fn kind(source: &str) -> Option<(String, String)> {
    let (kind, value) = asked_for(source).split_once('?')?.1.split_once('=')?;
    Some((kind.to_owned(), decoded(value)))
}

/// What a dependency on it says.
pub fn reference(source: &str) -> String {
    let git = format!("git = {:?}", address(source));
    match kind(source) {
        Some((kind, value)) => format!("{git}, {kind} = {value:?}"),
        None => git,
    }
}

/// Whether cargo takes two addresses for the same repository.
pub fn same(a: &str, b: &str) -> bool {
    let canonical = |address: &str| {
        let address = address.trim_end_matches('/');
        let address = address.strip_suffix(".git").unwrap_or(address);
        if address.contains("://github.com/") {
            address.to_lowercase()
        } else {
            address.to_owned()
        }
    };
    canonical(a) == canonical(b)
}

/// A part of an address with its `%2F` and the like as they were.
fn decoded(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let [first, tail @ ..] = rest {
        let code = tail.get(..2).filter(|_| *first == b'%');
        let code =
            code.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
